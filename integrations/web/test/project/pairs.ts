import init, { Mask, World, type Contacts, type Probe, type Sprite, type Sprites, type Step } from "hitmask";

/** Uses the types of the package as a program would. */
export async function report(): Promise<string> {
  await init();
  using mask = new Mask(5, 5, true);
  const world = new World();
  const block: number = world.addMask(mask);
  const first: number = world.spawn(block, 0, 0, { angle: 0, layers: 1 });
  world.spawn(block, { x: 4, y: 4 }, { scale: { x: 1, y: 1 }, fraction: { x: 0, y: 0 }, origin: null, transform: null });
  const step: Step = world.step();
  const contacts: Contacts = world.contacts(step.pairs);
  const probe: Probe = { x: 2, y: 2, radius: 4 };
  const found: Uint32Array = world.find(probe);
  if (found.length !== 2) throw new Error(`found ${found.length} sprites`);
  const sprite: Sprite = world.get(first);
  const sprites: Sprites = world.get(found);
  world.set(found, { ...sprites, angle: [0, 0], fixed: [false, true], scale: 1 });
  const ids: Uint32Array = sprites.ids;
  const positions: Int32Array = sprites.position;
  const keys = [Object.keys(sprite), Object.keys(sprites).filter((name) => name !== "ids")];
  if (keys[0]!.join() !== keys[1]!.join()) throw new Error(`one sprite has ${keys[0]}, and many have ${keys[1]}`);
  if (ids.length !== 2 || positions.length !== 4) throw new Error("the columns have other lengths");
  return `${step.pairs.length / 2} pair, first at ${contacts.first[0]}, ${contacts.first[1]}`;
}

// @ts-expect-error A mask has no such method.
void Mask.prototype.explode;
// @ts-expect-error A circle has no center.
export const probe: Probe = { center: { x: 0, y: 0 }, radius: 3 };
// @ts-expect-error An angle is a number.
export const wrong = (world: World) => world.set(0, { angle: "30" });
// @ts-expect-error A transform has four numbers.
export const short = (world: World) => world.set(0, { transform: [1, 0, 0] });
