/** Finds elements of the page, with their types checked. */

export function element<T extends HTMLElement>(id: string, kind: new () => T): T {
  const found = document.getElementById(id);
  if (!(found instanceof kind)) throw new Error(`The page has no ${kind.name} with the id ${id}.`);
  return found;
}

/** Sets a text if it changed, so that the browser does no work for nothing. */
export function write(target: HTMLElement, text: string): void {
  if (target.textContent !== text) target.textContent = text;
}

const status = () => element("status", HTMLParagraphElement);
const toast = () => element("toast", HTMLParagraphElement);
let timer = 0;

/** Tells screen readers. */
export function announce(text: string): void {
  write(status(), text);
}

/** Shows a message for some seconds, and tells screen readers. */
export function notify(text: string): void {
  announce(text);
  write(toast(), text);
  toast().hidden = false;
  clearTimeout(timer);
  timer = setTimeout(() => (toast().hidden = true), 5000);
}
