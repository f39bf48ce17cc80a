// The recipes that the first page of the cookbook shows, read from their pages.
import { basename } from "node:path";
import { readFileSync } from "node:fs";

export interface Recipe { title: string; link: string; language: string; picture: string }
export declare const data: Recipe[];

const LANGUAGES: Record<string, string> = { python: "Python", js: "JavaScript", csharp: "C#", lua: "Lua", rust: "Rust" };

export default {
  watch: ["../../../cookbook/*.md"],
  load(files: string[]): Recipe[] {
    const recipes = files.filter((file) => basename(file) !== "index.md").map((file) => {
      const text = readFileSync(file, "utf8");
      const find = (pattern: RegExp) => {
        const found = pattern.exec(text)?.[1];
        if (!found) throw new Error(`${file}: expected ${pattern}`);
        return found;
      };
      const language = find(/^<!-- code: .*\n```(\w+)$/m);
      return {
        title: find(/^# (.+)$/m),
        link: `/cookbook/${basename(file, ".md")}`,
        language: LANGUAGES[language] ?? language,
        picture: find(/^!\[.*\]\((?:\.\.\/public)?(.+?)\)/m),
        order: Number(find(/^order: (\d+)/m)),
      };
    });
    return recipes.sort((a, b) => a.order - b.order || a.title.localeCompare(b.title));
  },
};
