// C and C++: their headers. The generator of hitmask.h fixes its layout, and hitmask.hpp keeps to the same one, so a few regular
// expressions read both; libclang would need the headers of a compiler, and drops comments that begin with `//`.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { entries, plain, wrapped } from "./page.mjs";

const include = fileURLToPath(new URL("../../../../../integrations/c/include/", import.meta.url));
const NAMES = /(?<![\w`])(?:hitmask_\w*[a-z0-9](?![\w.]\.|\w)|HITMASK_\w+)(?:\(\))?/g;

/** The text of the lines of a comment. */
const comment = (lines) => plain(lines.map((line) => line.replace(/^\s*\/\/ ?/, "")).join("\n"), NAMES);

/** Reads hitmask.h: its rules, its types, and its functions. */
function header() {
  const lines = readFileSync(`${include}hitmask.h`, "utf8").split("\n");
  const end = lines.findIndex((line) => !line.startsWith("//"));
  const rules = comment(lines.slice(0, end).filter((line) => !/^\/\/ (hitmask:|Made by)/.test(line)));
  const types = [];
  const functions = [];
  let about = [];
  for (let at = end; at < lines.length; at++) {
    const line = lines[at];
    if (/^\/\//.test(line)) about.push(line);
    else if (/^typedef (struct|enum) \w+ \{$/.test(line)) {
      const [, kind, name] = /^typedef (\w+) (\w+)/.exec(line);
      const items = [];
      let own = [];
      for (at++; !lines[at].startsWith("}"); at++) {
        if (/^\s*\/\//.test(lines[at])) own.push(lines[at]);
        else if (lines[at].trim()) {
          items.push({ name: lines[at].trim().replace(/[;,]$/, "").replace(/^struct /, ""), text: comment(own).replace(/\n+/g, " ") });
          own = [];
        }
      }
      types.push({ name, text: comment(about), lists: [{ title: kind === "enum" ? "Values" : "Fields", items }] });
      about = [];
    } else if (/^typedef struct \w+ \w+;$/.test(line)) {
      types.push({ name: /(\w+);$/.exec(line)[1], text: comment(about) });
      about = [];
    } else if (/^[a-z].*\bhitmask_\w+\(/.test(line)) {
      let code = line;
      while (!code.endsWith(";")) code += ` ${lines[++at].trim()}`;
      code = code.replace(/\b(struct|enum) (?=hitmask_)/g, "").replace(/;$/, "");
      functions.push({ name: /(\w+)\(/.exec(code)[1], block: { code: `${wrapped(code)};`, text: comment(about) } });
      about = [];
    } else about = [];
  }
  return { rules, types, functions };
}

export function c() {
  const { rules, types, functions } = header();
  const of = (start) => functions.filter(({ name }) => name.startsWith(start));
  const groups = { mask: of("hitmask_mask_").filter(({ name }) => name !== "hitmask_mask_id_slot"), world: of("hitmask_world_") };
  const rest = functions.filter((one) => !Object.values(groups).flat().includes(one));
  const page = (file, title, sections, text) => ({ file, title, language: "C", order: 4, fence: "c", source: "integrations/c/include/hitmask.h", usual: ["hitmask_status", file.replace("c-", "hitmask_")], sections, text });
  return [
    page("c", "C", [{ name: "Functions", text: "", entries: entries(rest) }, ...types],
      `What [hitmask.h](../../../integrations/c/include/hitmask.h) declares: rules, structs and enums. Its functions are on two more pages: [masks](c-mask.md) and [worlds](c-world.md). [Start](../start/c.md) shows how to use them.\n\n${rules}`),
    page("c-mask", "C: Masks", [{ name: "Functions", text: "", entries: entries(groups.mask) }], "The functions of `hitmask_mask`. [C](c.md) has the rules and the structs."),
    page("c-world", "C: Worlds", [{ name: "Functions", text: "", entries: entries(groups.world) }], "The functions of `hitmask_world`. [C](c.md) has the rules and the structs."),
  ];
}

/** Reads hitmask.hpp line by line. A function without a comment has that of the function of C that it calls. */
export function cpp() {
  const lines = readFileSync(`${include}hitmask.hpp`, "utf8").split("\n");
  const texts = new Map(header().functions.map(({ name, block }) => [name, block.text]));
  const intro = comment(lines.slice(0, lines.findIndex((line) => !line.startsWith("//"))).slice(1));
  const sections = [];
  const free = [];
  const names = [];
  let scope = []; // of classes: { section, isPublic, indent }
  let isDetail = false;
  let about = [];
  let last = ""; // the comment above functions that follow each other without an empty line
  const indentOf = (line) => /^ */.exec(line)[0].length;
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at];
    const text = line.trim();
    const indent = indentOf(line);
    if (text.startsWith("namespace detail")) isDetail = true;
    if (text === "} // namespace detail") isDetail = false;
    if (isDetail && !/^(template <.*> )?class options/.test(text) && !scope.length) continue;
    if (text.startsWith("//")) {
      about.push(line);
      continue;
    }
    if (!text) last = "";
    else if (about.length) last = comment(about);
    const top = scope.at(-1);
    if (top && indent === top.indent && text === "};") scope.pop();
    else if (top && indent === top.indent && /^(public|private|protected):$/.test(text)) top.isPublic = text === "public:";
    else if (/^(template <.*> )?(class|struct) \w+( : .*)? \{$/.test(text) && (!top || top.isPublic)) {
      const [, kind, own] = /(class|struct) (\w+)/.exec(text.replace(/template <.*?> /, ""));
      const name = top ? `${top.section.name}::${own}` : own;
      const section = { name, own, code: text.replace(/ \{$/, "").replace(/detail::/g, ""), text: comment(about), lists: [{ title: "Fields", items: [] }], entries: [] };
      sections.push(section);
      scope.push({ section, isPublic: kind === "struct", indent });
    } else if (/^(using|constexpr)\b.*;$/.test(text) && !top) {
      names.push({ name: text.replace(/;$/, ""), text: comment(about).replace(/\n+/g, " ") });
    } else if (text && (!top ? indent === 0 : (top.isPublic && indent === top.indent + 2))) {
      const found = /^((?:template <.*?> )?[\w:<>,&* ~]*?)\b(\w+)\((?!\))|^((?:template <.*?> )?[\w:<>,&* ~]*?)\b(\w+)\(\)/.exec(text);
      const name = found?.[2] ?? found?.[4];
      const isFunction = name && !/\boperator\b|= default|= delete|^return|~|^friend/.test(text) && (!text.startsWith("}"));
      if (isFunction && !(name === "made" && /template/.test(text) && !about.length)) {
        let body = line;
        for (let next = at + 1; !/[;}]$/.test(text) && next < lines.length && indentOf(lines[next]) > indent; next++) body += lines[next];
        let code = text;
        // Up to the body, or to the initializers of a constructor.
        let depth = 0;
        for (let i = 0; i < code.length; i++) {
          if (code[i] === "(") depth++;
          if (code[i] === ")") depth--;
          if (depth === 0 && (code.startsWith(" {", i) || code.startsWith(" : ", i) || code[i] === ";")) code = code.slice(0, i);
        }
        code = code.replace(/^inline |\bdetail::/g, "");
        const called = /\b(hitmask_\w+)\b(?=[,(])/.exec(body.slice(line.indexOf(code) + code.length))?.[1];
        const own = comment(about);
        const given = called && texts.get(called) ? `As \`${called}\`: ${texts.get(called)}` : "";
        const shown = top ? `${top.section.name}::${name}` : name;
        (top ? top.section.entries : free).push({ name: shown, block: { code: `${wrapped(code)};`, text: [own, given].filter(Boolean).join("\n\n") || last } });
      } else if (top && /^[\w:<>]+ [\w]+(\{.*\})?( = .*)?;$/.test(text)) {
        top.section.lists[0].items.push({ name: text.replace(/;$/, ""), text: comment(about).replace(/\n+/g, " ") });
      }
    }
    about = [];
  }
  // The options of queries and moves stand in a base that users never name.
  const base = sections.find(({ own }) => own === "options");
  const shared = base.entries;
  for (const section of sections) {
    if (/ : public options</.test(section.code)) {
      section.entries.push(...shared.map(({ name, block }) => ({
        name: name.replace("options", section.name), block: { ...block, code: block.code.replace(/^Self/, section.name) },
      })));
    }
    section.code = section.code.replace(/ : public options<.*>$/, "");
    section.entries = entries(section.entries.filter(({ name }) => !/::get$/.test(name)));
  }
  const shown = sections.filter((section) => section !== base);
  return [{
    file: "cpp", title: "C++", language: "C++", order: 4, fence: "cpp", source: "integrations/c/include/hitmask.hpp, with what hitmask.h says of the calls",
    text: `What [hitmask.hpp](../../../integrations/c/include/hitmask.hpp) has in the namespace \`hitmask\`. ${intro} [Start](../start/c.md) shows how to use it, and [C](c.md) has the rules and the structs.`,
    sections: [{ name: "Functions", text: "", lists: [{ title: "Names", items: names }], entries: entries(free) }, ...shown],
  }];
}
