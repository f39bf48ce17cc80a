import { report } from "./pairs.js";

document.title = await report();
