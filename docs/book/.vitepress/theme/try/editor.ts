// The editor: CodeMirror with what a short program needs. It is loaded when a page shows it.
import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { javascriptLanguage } from "@codemirror/lang-javascript";
import { bracketMatching, indentOnInput, syntaxHighlighting } from "@codemirror/language";
import { EditorState, StateEffect, StateField } from "@codemirror/state";
import { Decoration, type DecorationSet, EditorView, keymap, lineNumbers } from "@codemirror/view";
import { tagHighlighter, tags } from "@lezer/highlight";

/** The colors of code on the other pages: `code.css`. */
const colors = tagHighlighter([
  { tag: [tags.keyword, tags.modifier, tags.definitionOperator, tags.updateOperator, tags.arithmeticOperator, tags.logicOperator, tags.bitwiseOperator, tags.compareOperator, tags.controlOperator], class: "c0" },
  { tag: [tags.function(tags.variableName), tags.function(tags.propertyName), tags.definition(tags.function(tags.variableName)), tags.className], class: "c1" },
  { tag: [tags.number, tags.bool, tags.null, tags.atom], class: "c2" },
  { tag: [tags.string, tags.special(tags.string), tags.regexp], class: "c3" },
  { tag: tags.comment, class: "c4" },
]);

const markLine = StateEffect.define<number | null>();
const marked = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(old, { docChanged, effects, state }) {
    for (const effect of effects) {
      if (!effect.is(markLine)) continue;
      if (effect.value === null || effect.value < 1 || effect.value > state.doc.lines) return Decoration.none;
      return Decoration.set(Decoration.line({ class: "cm-fault" }).range(state.doc.line(effect.value).from));
    }
    return docChanged ? Decoration.none : old;
  },
  provide: (field) => EditorView.decorations.from(field),
});

export interface Editor {
  get(): string;
  /** Replaces the code, as an edit that can be undone. */
  set(code: string): void;
  /** Opens another program. */
  open(code: string, label: string): void;
  /** Marks the line of an error, or none. */
  mark(line: number | null): void;
  destroy(): void;
}

export function createEditor(parent: HTMLElement, code: string, label: string, help: string, run: () => void, changed: () => void): Editor {
  const state = (code: string, label: string) => EditorState.create({
    doc: code,
    extensions: [
      lineNumbers(), history(), indentOnInput(), bracketMatching(), javascriptLanguage, syntaxHighlighting(colors), marked,
      EditorView.lineWrapping,
      EditorView.contentAttributes.of({ tabindex: "0", "aria-label": label, "aria-describedby": help }),
      EditorView.updateListener.of(({ docChanged }) => docChanged && changed()),
      keymap.of([{ key: "Mod-Enter", run: () => (run(), true) }, ...defaultKeymap, ...historyKeymap, indentWithTab]),
    ],
  });
  const view = new EditorView({ state: state(code, label), parent });
  return {
    get: () => view.state.doc.toString(),
    set: (code) => view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: code } }),
    open: (code, label) => view.setState(state(code, label)),
    mark(line) {
      view.dispatch({ effects: markLine.of(line) });
      if (line && line <= view.state.doc.lines) view.dispatch({ effects: EditorView.scrollIntoView(view.state.doc.line(line).from, { y: "nearest", yMargin: 20 }) });
    },
    destroy: () => view.destroy(),
  };
}
