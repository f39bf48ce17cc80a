/** Tells the page outside how init ends. */
import init from "hitmask";

init().then(
  () => parent.postMessage("started", "*"),
  (error) => parent.postMessage(String(error), "*"),
);
