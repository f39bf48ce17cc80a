/**
 * The languages of the tabs, in their order: the name that addresses and files have (`?language=csharp`, `llms-csharp.txt`), and the label
 * of the tab.
 * @type {Record<string, string>}
 */
export const LANGUAGES = {
  rust: "Rust", python: "Python", javascript: "JavaScript", godot: "Godot", bevy: "Bevy", csharp: "C#", lua: "Lua", c: "C", cpp: "C++",
};
