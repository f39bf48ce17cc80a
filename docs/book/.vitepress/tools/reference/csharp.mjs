// C#: the sources of the package, whose public members have XML comments.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { entries, plain, wrapped } from "./page.mjs";

const folder = fileURLToPath(new URL("../../../../../integrations/c/csharp/", import.meta.url));
const FILES = [
  "Hitmask", "Values", "Structs", "Sprite", "Options", "Unity",
  "Mask", "Mask.Ask", "Mask.Edit", "Mask.Shapes", "World", "World.Sprites", "World.Step", "World.Queries", "World.Motion", "World.Terrain",
];
/** What C# calls by itself, or every type has. */
const OMITTED = /\b(operator|override)\b|\b(Equals|CompareTo)\(|^public static implicit/;

const words = (text) => plain(text.replace(/<\/?(summary|remarks)>/g, "").replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&amp;", "&").trim());

/** Reads a file: the comment on top, and its public types with their members. */
function types(file) {
  const lines = readFileSync(`${folder}${file}.cs`, "utf8").split("\n");
  const head = lines.slice(0, lines.findIndex((line) => !line.startsWith("//"))).map((line) => line.replace(/^\/\/ ?/, ""));
  const found = [];
  let type;
  let about = [];
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at];
    const text = line.trim();
    if (text.startsWith("///")) {
      about.push(text.replace(/^\/\/\/ ?/, ""));
      continue;
    }
    if (text.startsWith("[") || text.startsWith("#")) continue;
    const isType = /^ {4}(public|internal) .*\b(class|struct|enum)\b/.test(line);
    if (isType) {
      const [, kind, name] = /\b(class|struct|enum) (\w+)/.exec(text);
      type = text.startsWith("public") ? { name, kind, code: text.replace(/ : .*/, "").replace(/\bpartial /, ""), text: words(about.join("\n")), fields: [], methods: [] } : undefined;
      if (type) found.push(type);
    } else if (type && /^ {8}\S/.test(line) && type.kind === "enum" && /^\w+( = [-\w]+)?,?$/.test(text)) {
      type.fields.push({ name: text.replace(/,$/, ""), text: words(about.join("\n")).replace(/\n+/g, " ") });
    } else if (type && /^ {8}public /.test(line) && !OMITTED.test(text)) {
      let code = text;
      // A method whose parameters are on several lines.
      while ((code.match(/\(/g) ?? []).length > (code.match(/\)/g) ?? []).length) code += ` ${lines[++at].trim()}`;
      code = code.replace(/^public /, "").replace(/ => .*| =>$| \{.*|;.*/, "").replace(/ : (this|base)\(.*/, "");
      if (/\(/.test(code)) {
        const name = /([\w]+)(<\w+>)?\(/.exec(code)[1];
        type.methods.push({ name: name === type.name ? `new ${name}` : `${type.name}.${name}`, block: { code: wrapped(code, "    "), text: words(about.join("\n")) } });
      } else {
        const name = code.replace(/ = .*/, (value) => (/^const/.test(code) ? value : "")).replace(/^readonly /, "");
        type.fields.push({ name, text: words(about.join("\n")).replace(/\n+/g, " ") });
      }
    }
    if (text) about = [];
  }
  return { file, head: plain(head.filter((line) => !/^(Made by|.*Do not edit it)/.test(line)).join("\n")), types: found };
}

export function csharp() {
  const files = FILES.map(types);
  const merged = new Map();
  for (const one of files.filter(({ file }) => !/^(Mask|World)/.test(file)).flatMap((file) => file.types)) {
    const type = merged.get(one.name);
    if (!type) merged.set(one.name, one);
    else {
      type.text ||= one.text;
      type.fields.push(...one.fields);
      type.methods.push(...one.methods);
    }
  }
  const section = (type) => ({
    name: type.name, code: type.code, text: type.text, lists: [{ title: type.kind === "enum" ? "Values" : "Properties", items: type.fields }], entries: entries(type.methods),
  });
  /** The sections of a class in several files: what the first comment of a file says stands above its methods. */
  const parts = (name) => files.filter(({ file }) => file === name || file.startsWith(`${name}.`)).flatMap(({ file, head, types }) =>
    types.map((type) => ({ ...section(type), ...(file === name || type.name !== name ? {} : { name: `${name}: ${file.split(".")[1].toLowerCase()}`, code: "", text: head }) })));
  const page = (file, title, sections, text) => ({ file, title, language: "C#", order: 5, fence: "csharp", source: "the comments of integrations/c/csharp", sections, text });
  const rules = files[0].head.split("\n").slice(1).join("\n").trim();
  return [
    page("csharp", "C#", [...merged.values()].map(section),
      `Ids, results and options in the namespace \`Hitmask\`. The large classes have pages of their own: [Mask](csharp-mask.md) and [World](csharp-world.md). [Start](../start/csharp.md) shows how to use them.\n\n${rules}`),
    page("csharp-mask", "C#: Mask", parts("Mask"), ""),
    page("csharp-world", "C#: World", parts("World"), ""),
  ];
}
