// How the search of the site weighs a result.
export const searchOptions = {
  fuzzy: 0.2,
  prefix: true,
  boost: { title: 4, text: 2, titles: 1 },
  /** Pages that teach stand before pages that prove or list. VitePress writes this function as text into the site, so it uses nothing outside itself. */
  boostDocument: (/** @type {string} */ id, /** @type {string} */ _term, /** @type {{ titles?: string[] } | undefined} */ stored) => {
    // Of the reference, the entry of a call before a page or a class.
    if (id.includes("/reference/")) return (stored?.titles?.length ?? 0) > 1 ? 0.55 : 0.3;
    if (/^\/guide\/|^\/rules/.test(id)) return 2;
    if (/^\/start\//.test(id)) return 2;
    if (/^\/first-game\//.test(id)) return 0.5;
    if (/^\/(promises|limits|glossary|playground|how\/)/.test(id)) return 0.6;
    return /^\/packages\//.test(id) ? 0.5 : 1;
  },
};
