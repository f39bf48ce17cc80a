/** Tells the page outside whether classes have a method without a name, and that they work. */
import init, { Mask, World } from "hitmask";

await init();
const names = [Mask, World].map((kind) => "undefined" in kind.prototype);
parent.postMessage(`${names.join(" ")} ${new Mask(3, 3, true).count()}`, "*");
