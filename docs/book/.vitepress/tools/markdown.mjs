// What the built site and the button "Copy page" do with the Markdown of a page. Examples in several languages are a `<details>` for each, directly
// after each other and the first one open, as in `tabs.ts`.
const EXAMPLE = /^<details open><summary>[^<]+<\/summary>\n[\s\S]*?^<\/details>$(?:\s*^<details><summary>[^<]+<\/summary>\n[\s\S]*?^<\/details>$)+/gm;
const PANEL = /^<details(?: open)?><summary>([^<]+)<\/summary>\n([\s\S]*?)^<\/details>$/gm;

/**
 * Leaves one language of each example: the first one if an example does not have it, as the tabs of the page show.
 * @param {string} text @param {string} label such as `C#`
 */
export function only(text, label) {
  return text.replace(EXAMPLE, (example) => {
    const panels = [...example.matchAll(PANEL)];
    return (panels.find((panel) => panel[1] === label) ?? panels[0])[2].trim();
  });
}
