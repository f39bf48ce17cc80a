/** The weight of what the search finds, by the address of its section: a guide comes before the entry of a call, and a page or a class of the reference last. It runs in the browser, so it stands alone. */
export function weight(/** @type {string} */ id, /** @type {string} */ _term, /** @type {{ titles?: string[] } | undefined} */ stored) {
  if (!id.includes("/reference/")) return 1;
  return (stored?.titles?.length ?? 0) > 1 ? 0.45 : 0.25;
}
