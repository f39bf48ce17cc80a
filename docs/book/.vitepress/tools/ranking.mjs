// How the search of the site weighs a result.
export const searchOptions = {
  fuzzy: 0.2,
  prefix: true,
  boost: { title: 4, text: 2, titles: 1 },
  /**
   * Pages that teach stand before pages that prove or list, and among equals the chosen language before the others. VitePress writes this
   * function as text into the site, so it uses nothing outside itself. An `id` begins with the base of the site.
   */
  boostDocument: (/** @type {string} */ id, /** @type {string} */ _term, /** @type {{ titles?: string[] } | undefined} */ stored) => {
    /** The pages of each language: its label, its name in addresses, and what its pages have in theirs. */
    const PAGES = [
      ["Rust", "rust", /\/start\/rust\b/],
      ["Python", "python", /\/reference\/python\b|\/packages\/python\/|\/start\/pygame\b|\/moving\/pygame-mask\b/],
      ["JavaScript", "javascript", /\/reference\/javascript\b|\/packages\/web\/|\/start\/(javascript|phaser)\b|\/moving\/phaser\b/],
      ["Godot", "godot", /\/reference\/godot\b|\/packages\/godot\/|\/start\/godot\b|\/moving\/godot\b/],
      ["Bevy", "bevy", /\/packages\/bevy\/|\/start\/bevy\b/],
      ["C#", "csharp", /\/reference\/csharp\b|\/packages\/c\/(rules-in-csharp|monogame|unity)\b|\/start\/csharp\b/],
      ["Lua", "lua", /\/reference\/lua\b|\/packages\/c\/rules-in-lua\b|\/start\/love\b/],
      ["C", "c", /\/reference\/c\b|\/packages\/c\/rules-in-c\b|\/start\/c\b/],
      ["C++", "cpp", /\/reference\/cpp\b|\/packages\/c\/rules-in-c\b|\/start\/c\b/],
    ];
    let chosen;
    try {
      const name = new URLSearchParams(location.search).get("language");
      chosen = PAGES.find((page) => page[1] === name) ?? PAGES.find((page) => page[0] === localStorage.getItem("hitmask-language"));
    } catch {} // no storage
    const isOwn = chosen?.[2].test(id);
    const ofLanguage = !chosen || isOwn ? (isOwn ? 1.3 : 1) : PAGES.some((page) => page[2].test(id)) ? 0.6 : 1;
    // Of the reference, the entry of a call before a page or a class.
    if (id.includes("/reference/")) return ((stored?.titles?.length ?? 0) > 1 ? 0.55 : 0.3) * ofLanguage;
    if (id.includes("/packages/all/changelog")) return 0.2;
    if (id.includes("/packages/")) return 0.5 * ofLanguage;
    if (/\/guide\/(#|$)/.test(id)) return 0.8; // the overview
    if (/\/(guide\/|rules\b)/.test(id)) return 2;
    if (id.includes("/start/")) return 2 * Math.min(ofLanguage, 1); // never before the guide
    if (id.includes("/first-game/")) return 0.5;
    if (/\/(promises|limits|glossary|playground|how\/)/.test(id)) return 0.6;
    return ofLanguage;
  },
};
