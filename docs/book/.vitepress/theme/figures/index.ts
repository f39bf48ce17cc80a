import Empty from "./Empty.vue";
import FigureBoxes from "./FigureBoxes.vue";
import FigureDig from "./FigureDig.vue";
import FigurePack from "./FigurePack.vue";
import FigurePair from "./FigurePair.vue";
import FigureSwarm from "./FigureSwarm.vue";
import FigureWalk from "./FigureWalk.vue";
import Playground from "./Playground.vue";

/** Pages name these already; each shows nothing until it is made. */
const planned = ["FigureSweep", "FigureRay", "FigureTable", "FigureTree"];

export const figures = {
  ...Object.fromEntries(planned.map((name) => [name, Empty])),
  FigurePair, FigureBoxes, FigureWalk, FigureDig, FigurePack, FigureSwarm, Playground,
};
