// Names of calls in sentences follow the reader's language: what they say and where they lead. `tools/calls.mjs` makes the table, `tools/names.ts` the links.
// The built page has this code twice: in the theme, and in a script at its end, so that a reader with a language never sees the other names.

/**
 * A call: its class (empty for a function), and by language its heading in the reference if it does not follow from the class and the name.
 * Empty, the language does not have it; a list is a heading and what is shown instead of it.
 * @typedef {{ of: string } & Record<string, string | [heading: string, shown: string]>} Call
 */

/** Returns how a language writes a call and the page of the reference that has it, or nothing. */
export function written(/** @type {string} */ key, /** @type {Call} */ call, /** @type {string} */ language) {
  const name = key.slice(key.indexOf(".") + 1);
  const owner = call.of;
  const small = owner.toLowerCase();
  const pascal = name.replace(/(?:^|_)([a-z0-9])/g, (_, letter) => letter.toUpperCase());
  const camel = pascal[0].toLowerCase() + pascal.slice(1);
  const regular = {
    Python: owner ? `${owner}.${name}` : name,
    JavaScript: owner ? `${owner}.${camel}` : camel,
    Godot: owner ? `Pixel${owner}.${name}` : "",
    C: `hitmask_${owner && `${small}_`}${name}`,
    "C++": owner ? `${small}::${name}` : name,
    "C#": owner ? `${owner}.${pascal}` : "",
    Lua: owner ? `${owner}:${name}` : `hitmask.${name}`,
  }[language];
  const found = call[language] ?? regular;
  if (!found) return undefined;
  const [heading, shown] = [found].flat();
  const text = shown ?? (language === "C" || heading.startsWith("hitmask.") ? heading : /\w+$/.exec(heading)[0]);
  if (language === "Rust") {
    const [type, method] = heading.split(".");
    return { text, heading, path: method ? `rustdoc/hitmask/struct.${type}.html#method.${method}` : `rustdoc/hitmask/fn.${type}.html` };
  }
  const start = { "C++": "cpp", "C#": "csharp" }[language] ?? language.toLowerCase();
  const large = /^(?:hitmask_)?(mask|world)[._]/i.exec(heading)?.[1].toLowerCase();
  const page = large && ["Python", "JavaScript", "C", "C#"].includes(language) ? `${start}-${large}` : start;
  return { text, heading, path: `reference/${page}#${heading.toLowerCase().replace(/[^a-z0-9]+/g, "-")}` };
}

/** Writes the names of a page in a language; in its own if its examples do not have the language. */
export function follow(/** @type {Record<string, Call>} */ calls, /** @type {string} */ chosen, /** @type {string} */ base) {
  const labels = [...document.querySelectorAll(".tab-panel")].map((panel) => panel.dataset.label);
  const isKnown = labels.length === 0 || labels.includes(chosen);
  for (const link of document.querySelectorAll("a[data-call]")) {
    link.own ??= { text: link.textContent, href: link.getAttribute("href"), title: link.title };
    const key = link.dataset.call;
    let next = link.own;
    if (chosen && isKnown) {
      const found = calls[key] && written(key, calls[key], chosen);
      const receiver = /^\w+(?=\.)/.exec(next.text)?.[0];
      const text = found && receiver && chosen !== "C" ? `${receiver}${chosen === "Lua" ? ":" : "."}${found.text}` : found?.text;
      const isPlain = chosen === "Rust" || chosen === "Bevy"; // which have the names of the table
      const name = key.slice(key.indexOf(".") + 1);
      next = { text: text ?? (isPlain ? (receiver ? `${receiver}.${name}` : name) : next.text), href: found && base + found.path, title: "" };
    }
    if (link.textContent !== next.text) link.textContent = next.text;
    for (const name of ["href", "title"]) {
      if (next[name]) link.setAttribute(name, next[name]);
      else link.removeAttribute(name);
    }
    // The pages of rustdoc are not of this program.
    if (next.href?.startsWith(`${base}rustdoc/`)) link.target = "_self";
    else link.removeAttribute("target");
  }
}
