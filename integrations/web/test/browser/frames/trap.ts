/** Makes the module trap by an address that is no mask, and tells the page outside the errors of this call and the next. */
import init, { Mask } from "hitmask";

await init();
const [mask, other] = [new Mask(1, 1), new Mask(1, 1)];
(mask as unknown as { _raw: { __wbg_ptr: number } })._raw.__wbg_ptr = 0xffff_fff0;
const messages = [() => mask.count(), () => new Mask(2, 2), () => mask.free(), () => other.free()].map((call) => {
  try {
    return String(call());
  } catch (error) {
    return (error as Error).message;
  }
});
parent.postMessage(messages.join("\n"), "*");
