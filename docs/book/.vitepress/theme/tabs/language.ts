// The language that the reader chose last. Tabs of all pages follow it, and a page of Start chooses its own.
import { ref } from "vue";

const KEY = "hitmask-language";

/** Empty in the built page, and until the page is awake: what is drawn first must be what was built. */
export const language = ref("");

export function choose(name: string) {
  language.value = name;
  // Without storage, the choice holds until the tab of the browser is closed.
  try { localStorage.setItem(KEY, name); } catch {}
}

export function recall() {
  try { language.value = localStorage.getItem(KEY) ?? ""; } catch {}
}
