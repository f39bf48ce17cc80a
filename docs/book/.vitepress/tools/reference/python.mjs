// Python: what python.py has read of the stubs.
import { entries, escapeElements, joined, wrapped } from "./page.mjs";

/** A docstring as Markdown: its text, and the errors of its field list. */
function docstring(doc) {
  const errors = [];
  const lines = doc.replace(/^:raises ([\w.]+):((?: .*|\n(?:[ \t]+\S.*))*)/gm, (_, name, text) => {
    errors.push({ name, text: code(text.replace(/\s+/g, " ").trim()) });
    return "";
  }).trimEnd().split("\n");
  const out = [];
  for (let at = 0; at < lines.length; at++) {
    if (!/::$/.test(lines[at])) {
      out.push(lines[at]);
      continue;
    }
    // A block of code follows.
    const before = lines[at].replace(/\s*::$/, (end, place) => (place === 0 ? "" : ":"));
    const block = [];
    while (at + 1 < lines.length && (/^\s/.test(lines[at + 1]) || !lines[at + 1].trim())) block.push(lines[++at].replace(/^ {4}/, ""));
    out.push(before, "", "```python", block.join("\n").trim(), "```", "");
  }
  return { text: code(joined(out.join("\n"))), lists: [{ title: "Raises", items: errors }] };
}

/** Roles and double backticks as code. */
const code = (text) => escapeElements(text.replace(/:(?:class|meth|attr|func|mod|data):`~?([^`]+)`/g, "`$1`").replace(/(?<!`)``(?!`)([^`]+?)``(?!`)/g, "`$1`"), true);

const signature = (name, { parameters, returns }) => wrapped(`${name}(${parameters})${returns ? ` -> ${returns}` : ""}`, "    ", ",");

/** Methods that Python calls: those with a text of their own stay, as `Step.__len__` does not. */
const isShown = ({ name, blocks }) => !/^__/.test(name) || blocks.some(({ doc }) => doc);

function methods({ name, blocks }, owner) {
  const shown = owner ? `${owner}.${name}` : name;
  return blocks.map((block) => ({
    name: shown,
    // pygame's docstrings begin with a signature.
    block: { ...docstring(block.doc.replace(/^\w+\(.*\) -> .*\n\n/, "")), code: [...block.decorators.map((decorator) => `@${decorator}`), signature(shown, block)].join("\n") },
  }));
}

function classSection(item) {
  const made = item.members.find(({ name, blocks }) => ["__init__", "__new__"].includes(name) && blocks && !/^\*(_?args|args)\b/.test(blocks[0].parameters));
  const { text, lists } = docstring(item.doc);
  const bases = item.bases.filter((base) => !/^(object|Generic|Protocol)/.test(base));
  const fields = item.members.filter(({ kind, name }) => kind === "value" && !/^_/.test(name));
  const values = fields.map(({ name, type, doc, writable }) => ({
    name: `${name}${type ? `: ${type}` : ""}`,
    text: [docstring(doc).text.replace(/\n+/g, " "), writable ? "It can be set." : ""].filter(Boolean).join(" "),
  }));
  const functions = item.members.filter((member) => member.kind === "function" && isShown(member));
  return {
    name: item.name,
    code: made ? signature(item.name, { parameters: made.blocks[0].parameters }) : bases.length ? `class ${item.name}(${bases.join(", ")})` : "",
    text,
    lists: [...lists, { title: "Attributes", items: values }],
    entries: entries(functions.flatMap((one) => methods(one, item.name))),
  };
}

export function python(modules) {
  const [core, coco, pygame, sheets] = modules;
  const page = (file, title, from, sections, text) => ({
    file, title, language: "Python", order: 1, fence: "python", source: `the stubs in integrations/python/python/hitmask (${from})`, sections, text,
  });
  const classes = (module, choose = () => true) => module.items.filter((item) => item.kind === "class" && choose(item.name)).map(classSection);
  const functions = (module) => entries(module.items.filter(({ kind }) => kind === "function").flatMap((item) => methods(item)));
  const isLarge = (name) => ["Mask", "World"].includes(name);
  const intro = (module) => docstring(module.doc).text;
  const aliases = pygame.items.filter(({ kind }) => kind === "value").map(({ name }) => ({ name, text: "another name of `Mask`, as in pygame." }));
  return [
    page("python", "Python", "_hitmask.pyi and coco.pyi", [
      { name: "Functions", text: "", entries: functions(core) },
      { name: "hitmask.coco", text: intro(coco), entries: functions(coco) },
      ...classes(core, (name) => !isLarge(name)),
      { name: "Types in signatures", text: "Names that stand for several types. They are not in the package, only in its stubs.", lists: [{ title: "Types", items: core.types.map(({ name, type, text }) => ({ name: `${name} = ${type}`, text })) }, ...core.keywords.map(({ name, doc, members }) => ({ title: `\`${name}\`: ${docstring(doc).text.replace(/\.$/, "").replace(/^T/, "t")}`, items: members }))] },
    ], `${intro(core)}\n\nThe large classes have pages of their own: \`Mask\` and \`World\`. So have [hitmask.pygame](python-pygame.md) and [hitmask.sheets](python-sheets.md). [Start](../start/pygame.md) and [the guide](../guide/masks.md) show how to use them, and [exact rules](../../../integrations/python/docs/reference.md) has what is true of all calls.`),
    page("python-mask", "Python: Mask", "_hitmask.pyi", classes(core, (name) => name === "Mask"), ""),
    page("python-world", "Python: World", "_hitmask.pyi", classes(core, (name) => name === "World"), ""),
    page("python-pygame", "Python: pygame", "pygame/\\_\\_init\\_\\_.pyi".replaceAll("\\", ""), [
      { name: "Functions", text: "", lists: [{ title: "Names", items: aliases }], entries: functions(pygame) }, ...classes(pygame),
    ], intro(pygame)),
    page("python-sheets", "Python: Sheets and maps", "sheets.pyi", classes(sheets), intro(sheets)),
  ];
}
