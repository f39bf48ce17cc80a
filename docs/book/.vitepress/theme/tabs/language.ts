// The language that the reader chose last. Tabs of all pages follow it. An address with `?language=python` chooses for its reader, so that a
// shared link shows what its sender saw; without one, a page of Start chooses its own.
import { ref } from "vue";
import { LANGUAGES } from "../../tools/languages.mjs";

const KEY = "hitmask-language";
const PARAMETER = "language";

/** Empty in the built page, and until the page is awake: what is drawn first must be what was built. */
export const language = ref("");

/** Whether the address of the page before named a language. */
let wasInAddress = false;

/** What the reader chooses: the browser keeps it, and the address says it. */
export function choose(label: string) {
  store(label);
  write(label);
}

/** What a page shows when it opens. `own` is the language of a page of Start. */
export function arrive(own?: string) {
  const linked = ofAddress();
  if (linked) language.value = linked;
  else if (own) store(own);
  else if (wasInAddress) return write(language.value); // the next page is shared as well
  else if (!language.value) recall();
  wasInAddress = linked !== undefined;
}

function store(label: string) {
  language.value = label;
  // Without storage, the choice holds until the tab of the browser is closed.
  try { localStorage.setItem(KEY, label); } catch {}
}

function recall() {
  try { language.value = localStorage.getItem(KEY) ?? ""; } catch {}
}

function ofAddress(): string | undefined {
  const name = new URLSearchParams(location.search).get(PARAMETER) ?? "";
  return Object.hasOwn(LANGUAGES, name) ? LANGUAGES[name] : undefined;
}

function write(label: string) {
  const name = Object.keys(LANGUAGES).find((name) => LANGUAGES[name] === label);
  if (!name) return;
  const url = new URL(location.href);
  url.searchParams.set(PARAMETER, name);
  // The router of VitePress keeps its own state there.
  history.replaceState(history.state, "", url);
  wasInAddress = true;
}
