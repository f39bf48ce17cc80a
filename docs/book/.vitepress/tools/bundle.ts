// Turns `import text from "./file.ts?bundle"` into the text of one classic script, with all that the file imports. The sandbox of the Try
// page has no address to load a module from: it takes texts. Vite's own workers are files, and must be.
import { build } from "esbuild"; // which Vite builds with
import type { Plugin } from "vite";

const MARK = "?bundle";

export function bundleText(alias: Record<string, string>): Plugin {
  return {
    name: "bundle-text",
    enforce: "pre",
    async load(id) {
      if (!id.endsWith(MARK)) return;
      const file = id.slice(0, -MARK.length);
      const { outputFiles, metafile } = await build({
        entryPoints: [file], bundle: true, minify: true, write: false, metafile: true, format: "iife", target: "es2022", alias,
        define: { "import.meta.url": JSON.stringify("http://no-address/") },
      });
      for (const name of Object.keys(metafile.inputs)) this.addWatchFile(`${process.cwd()}/${name}`);
      return `export default ${JSON.stringify(outputFiles[0].text)}`;
    },
  };
}
