import Empty from "./Empty.vue";
import FigureBoxes from "./FigureBoxes.vue";
import FigurePair from "./FigurePair.vue";
import FigureRay from "./FigureRay.vue";
import FigureSweep from "./FigureSweep.vue";
import FigureTable from "./FigureTable.vue";
import FigureTree from "./FigureTree.vue";

/** Pages name these already; each shows nothing until it is made. */
const planned = ["FigureWalk", "FigureDig", "FigurePack", "FigureSwarm", "Playground"];

export const figures = {
  ...Object.fromEntries(planned.map((name) => [name, Empty])), FigurePair, FigureBoxes, FigureSweep, FigureRay, FigureTable, FigureTree,
};
