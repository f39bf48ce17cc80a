import FigureBoxes from "./FigureBoxes.vue";
import FigureDig from "./FigureDig.vue";
import FigureHome from "./FigureHome.vue";
import FigurePack from "./FigurePack.vue";
import FigurePair from "./FigurePair.vue";
import FigureRay from "./FigureRay.vue";
import FigureSwarm from "./FigureSwarm.vue";
import FigureSweep from "./FigureSweep.vue";
import FigureTable from "./FigureTable.vue";
import FigureTree from "./FigureTree.vue";
import FigureWalk from "./FigureWalk.vue";
import Playground from "./Playground.vue";

export const figures = {
  FigurePair, FigureBoxes, FigureSweep, FigureRay, FigureTable, FigureTree, FigureWalk, FigureDig, FigurePack, FigureSwarm, FigureHome, Playground,
};
