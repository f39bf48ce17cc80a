// The calls that sentences of the book name, for `follow.mjs`.
import { namedCalls } from "../../tools/calls.mjs";
import type { Call } from "./follow.mjs";

export declare const data: Record<string, Call>;

export default { load: namedCalls };
