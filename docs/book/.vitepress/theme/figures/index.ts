import Empty from "./Empty.vue";
import FigureBoxes from "./FigureBoxes.vue";
import FigurePair from "./FigurePair.vue";

/** Pages name these already; each shows nothing until it is made. */
const planned = ["FigureSweep", "FigureRay", "FigureTable", "FigureTree", "FigureWalk", "FigureDig", "FigurePack", "FigureSwarm", "Playground"];

export const figures = { ...Object.fromEntries(planned.map((name) => [name, Empty])), FigurePair, FigureBoxes };
