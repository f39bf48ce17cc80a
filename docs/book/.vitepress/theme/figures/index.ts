import Empty from "./Empty.vue";

const names = ["Pair", "Boxes", "Sweep", "Ray", "Table", "Tree", "Walk", "Dig", "Pack", "Swarm"];
export const figures = { ...Object.fromEntries(names.map((name) => [`Figure${name}`, Empty])), Playground: Empty };
