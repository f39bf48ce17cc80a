// What the page, the frame and the worker of a running program say to each other.

/** The page starts a program. The port of the message leads to the worker. */
export interface Start { code: string; wasm: ArrayBuffer; width: number; height: number; label: string }

/** What the reader does on the canvas: the frame tells the worker. */
export type Input =
  | { kind: "pointer"; x: number; y: number; down: boolean; pressed: boolean }
  | { kind: "key"; key: string; down: boolean }
  | { kind: "blur" };

/** The worker tells the page. */
export type Report =
  | { kind: "started" }
  | { kind: "alive"; frames: number }
  | { kind: "lines"; lines: string[]; dropped: number }
  | { kind: "fault"; message: string; line: number | null; frames: number }
  | { kind: "picture"; name: string };

/** The page answers the worker. */
export type Answer = { kind: "ask" } | { kind: "picture"; name: string; bytes?: ArrayBuffer; message?: string };
