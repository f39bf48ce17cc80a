// How the search of the site weighs a result.
export const searchOptions = {
  fuzzy: 0.2,
  prefix: true,
  boost: { title: 4, text: 2, titles: 1 },
  /** Pages that teach stand before pages that prove or list. VitePress writes this function as text into the site, so it uses nothing outside itself. */
  boostDocument: (/** @type {string} */ id) => {
    if (/^\/guide\/|^\/rules/.test(id)) return 2;
    if (/^\/start\//.test(id)) return 1.4;
    if (/^\/(promises|limits|glossary|how\/)/.test(id)) return 0.6;
    return /^\/(packages|code)\//.test(id) ? 0.5 : 1;
  },
};
