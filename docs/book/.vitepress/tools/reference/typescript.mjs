// JavaScript: the types of the built web package, read by TypeDoc.
import { fileURLToPath } from "node:url";
import { readFileSync } from "node:fs";
import { Application, Converter, ReflectionKind } from "typedoc";
import { entries, escapeElements, joined, wrapped } from "./page.mjs";

const root = fileURLToPath(new URL("../../../../../", import.meta.url));
const dist = `${root}integrations/web/dist/`;

/** The text of a comment: TypeDoc's parts as Markdown. */
const text = (parts = []) => escapeElements(joined(parts.map((part) => (part.kind === "inline-tag" ? `\`${part.text}\`` : part.text)).join("")));

/** What a declaration says of itself: without comments, `export` and a body. */
const source = (node) => node.getText().replace(/\/\*[\s\S]*?\*\//g, "").replace(/^(export |default |declare |public )+/g, "").replace(/;$/, "").trim();

export async function typescript() {
  const names = ["index", "phaser", "pixi", "sheets/index"];
  const app = await Application.bootstrap({
    entryPoints: names.map((name) => `${dist}${name}.d.ts`),
    tsconfig: fileURLToPath(new URL("tsconfig.json", import.meta.url)),
    skipErrorChecking: true,
    excludePrivate: true,
    excludeInternal: true,
    excludeExternals: false,
    sort: ["source-order"],
    logLevel: "Error",
  });
  const sources = new Map();
  app.converter.on(Converter.EVENT_CREATE_SIGNATURE, (_, reflection, declaration) => declaration && sources.set(reflection, source(declaration)));
  app.converter.on(Converter.EVENT_CREATE_DECLARATION, (context, reflection) => {
    const node = context.getSymbolFromReflection(reflection)?.declarations?.[0];
    if (node) sources.set(reflection, source(node));
  });
  const project = await app.convert();
  if (!project) throw new Error("TypeDoc cannot read integrations/web/dist");
  const of = (name) => project.children.find((module) => module.name === name || module.name === name.replace("/index", ""));
  // What `export type *` takes from a file has no functions at run time.
  const onlyTypes = [...readFileSync(`${dist}api.d.ts`, "utf8").matchAll(/export type \* from "\.\/(\w+)\.js"/g)].map((found) => `${found[1]}.d.ts`);

  function signatures(reflection, owner) {
    return (reflection.signatures ?? []).map((signature) => {
      const comment = signature.comment;
      const tags = (tag) => (comment?.blockTags ?? []).filter((one) => one.tag === tag);
      const params = (signature.parameters ?? []).filter((one) => one.comment).map((one) => ({ name: one.name, text: text(one.comment.summary).replace(/\n+/g, " ") }));
      const errors = tags("@throws").map((one) => {
        const found = /^`?(\w*Error)`?:? ?([\s\S]*)$/.exec(text(one.content));
        return { name: found?.[1] ?? "Error", text: (found?.[2] ?? text(one.content)).replace(/\n+/g, " ") };
      });
      const returns = tags("@returns").map((one) => `Returns ${text(one.content)}`);
      const name = reflection.kind === ReflectionKind.Constructor ? `new ${owner}` : owner ? `${owner}.${reflection.name}` : shown(reflection);
      let code = sources.get(signature) ?? "";
      if (reflection.kind === ReflectionKind.Constructor) code = code.replace(/^constructor/, name);
      return { name, block: {
        code: wrapped(code), text: [text(comment?.summary), ...returns].filter(Boolean).join("\n\n"),
        lists: [{ title: "Parameters", items: params }, { title: "Throws", items: errors }],
      } };
    });
  }

  /** The function that loads a module is the default export. */
  const shown = (reflection) => (reflection.name === "default" ? "init" : reflection.name);
  const flat = (reflection) => text(reflection.comment?.summary ?? reflection.getSignature?.comment?.summary).replace(/\n+/g, " ");

  function section(reflection) {
    const children = reflection.children ?? [];
    const isMethod = (one) => one.signatures?.length;
    const fields = children.filter((one) => !isMethod(one) && one.kind !== ReflectionKind.Constructor).map((one) => {
      const code = sources.get(one) ?? one.name;
      return { name: code.replace(/\s+/g, " ").replace(/^readonly /, "").replace(/^get (\w+)\(\)/, "$1").replace(/ \| undefined$/, ""), text: flat(one) };
    });
    const isAlias = reflection.kind === ReflectionKind.TypeAlias;
    return {
      name: reflection.name, code: isAlias ? (sources.get(reflection) ?? "") : "", text: text(reflection.comment?.summary),
      lists: [{ title: "Properties", items: fields }],
      // A constructor that the types leave out is not for users.
      entries: entries(children.filter(isMethod).flatMap((one) => signatures(one, reflection.name)).filter(({ block }) => block.code)),
    };
  }

  const page = (file, title, from, reflections, intro, functions = []) => ({
    file, title, language: "JavaScript", order: 2, fence: "ts", source: `the types of integrations/web/ts (${from})`, text: intro,
    sections: [
      ...(functions.length ? [{ name: "Functions", text: "", entries: entries(functions.flatMap((one) => signatures(one))) }] : []),
      ...reflections.map(section),
    ],
  });
  const isFunction = (one) => one.kind === ReflectionKind.Function;
  const real = (one) => one.kind !== ReflectionKind.Reference && !(isFunction(one) && onlyTypes.some((file) => one.sources?.[0]?.fileName.endsWith(file)));
  const inModule = (name) => of(name).children.filter(real).sort((a, b) => Number(a.kind !== ReflectionKind.Class) - Number(b.kind !== ReflectionKind.Class));
  const types = (name) => inModule(name).filter((one) => !isFunction(one));
  const functions = (name) => inModule(name).filter(isFunction);
  const isLarge = ({ name }) => ["Mask", "World"].includes(name);
  return [
    page("javascript", "JavaScript", "index", types("index").filter((one) => !isLarge(one)),
      "What `import init, { Mask, World } from \"hitmask\"` gives you. The large classes have pages of their own: `Mask` and `World`. So have the adapters for [Phaser](javascript-phaser.md) and [PixiJS](javascript-pixi.md), and [sheets and maps](javascript-sheets.md). [Start with JavaScript](../start/javascript.md) shows how to use them, and [exact rules](../../../integrations/web/docs/reference.md) has what is true of all calls.", functions("index")),
    page("javascript-mask", "JavaScript: Mask", "mask", types("index").filter(({ name }) => name === "Mask"), ""),
    page("javascript-world", "JavaScript: World", "world", types("index").filter(({ name }) => name === "World"), ""),
    page("javascript-phaser", "JavaScript: Phaser", "phaser", types("phaser"), "What `import { PixelCollisions } from \"hitmask/phaser\"` gives you. [Start with Phaser](../start/phaser.md) shows how to use it.", functions("phaser")),
    page("javascript-pixi", "JavaScript: PixiJS", "pixi", types("pixi"), "What `import { PixelCollisions } from \"hitmask/pixi\"` gives you. [Start with PixiJS](../start/phaser.md#pixijs) shows how to use it.", functions("pixi")),
    page("javascript-sheets", "JavaScript: Sheets and maps", "sheets", types("sheets/index"), "What `import init, { Map, Sheet } from \"hitmask/sheets\"` gives you.", functions("sheets/index")),
  ];
}
