import init, { Mask, World, type Contacts, type Probe, type Step } from "hitmask";

/** Uses the types of the package as a program would. */
export async function report(): Promise<string> {
  await init();
  using mask = new Mask(5, 5, true);
  const world = new World();
  const block: number = world.addMask(mask);
  world.spawn(block, 0, 0, { angle: 0, layers: 1 });
  world.spawn(block, 4, 4, { scale: { x: 1, y: 1 }, pivot: null });
  const step: Step = world.step();
  const contacts: Contacts = world.contacts(step.pairs);
  const probe: Probe = { center: { x: 2, y: 2 }, radius: 4 };
  const found: Uint32Array = world.find(probe);
  if (found.length !== 2) throw new Error(`found ${found.length} sprites`);
  return `${step.pairs.length / 2} pair, first at ${contacts.first[0]}, ${contacts.first[1]}`;
}

// @ts-expect-error A mask has no such method.
void Mask.prototype.explode;
