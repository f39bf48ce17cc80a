/** The demo page: makes the parts, and runs the loop of frames. */
import init from "hitmask";
import { toAmount, toStep } from "./amount.ts";
import { loadAtlas, type Atlas } from "./atlas.ts";
import { Camera } from "./camera.ts";
import { CanvasRenderer } from "./canvas2d.ts";
import { Chart } from "./chart.ts";
import { Controls } from "./controls.ts";
import { readPicture, takePictures } from "./drop.ts";
import { count } from "./format.ts";
import { Frame, type Renderer } from "./frame.ts";
import { Hud } from "./hud.ts";
import { announce, element, notify, write } from "./page.ts";
import { Picture } from "./picture.ts";
import { Quality } from "./quality.ts";
import { Race } from "./race.ts";
import { Radar } from "./radar.ts";
import { Scene, type Rule } from "./scene.ts";
import { Ship } from "./ship.ts";
import { WebGlRenderer } from "./webgl.ts";

/** How many copies of a picture of the visitor join the scene. */
const copies = 40;

const leads: Record<Rule, string> = {
  pixels: "Where two sprites share a pixel, the pixel glows, and they push each other away. Where only their boxes overlap, they slip past.",
  boxes: "What a test of boxes calls a hit: red rectangles hold no shared pixel, and the sprites bounce off nothing.",
};

class Demo {
  readonly #stage = element("stage", HTMLDivElement);
  readonly #canvas = element("scene", HTMLCanvasElement);
  readonly #camera = new Camera();
  readonly #frame = new Frame(this.#camera);
  readonly #hud = new Hud();
  readonly #quality: Quality;
  readonly #chart = new Chart(element("chart", HTMLCanvasElement));
  readonly #radar = new Radar(element("radar", HTMLCanvasElement));
  readonly #atlas: Atlas;
  readonly #renderer: Renderer;
  readonly #picture: Picture;
  readonly #race: Race;
  readonly #ship: Ship;
  readonly #controls: Controls;
  readonly #custom: number[] = [];
  readonly #still = matchMedia("(prefers-reduced-motion: reduce)");
  readonly #note = element("quality", HTMLParagraphElement);
  readonly #lead = element("lead", HTMLParagraphElement);
  #scene: Scene;
  #rule: Rule = "pixels";
  #candidates: Uint32Array = new Uint32Array();
  #playing = true;
  #whole = false;
  #last = 0;
  #shown = 0;
  #stepTime = 0;
  #frameTime = 16;
  #boxCount = 0;
  #frames = 0;
  /** Where the pointer is on the stage. The camera moves, so that the place in the world changes with each frame. */
  #pointer: { x: number; y: number } | null = null;

  constructor(atlas: Atlas, renderer: Renderer, amount: number, sharp: boolean) {
    this.#quality = new Quality(sharp);
    this.#atlas = atlas;
    this.#renderer = renderer;
    this.#picture = new Picture(atlas);
    this.#race = new Race(atlas);
    this.#race.onResult = (standing) => this.#hud.showRace(standing);
    this.#ship = new Ship(atlas.ship.variants);
    this.#scene = new Scene(atlas, amount, this.#custom);
    this.#controls = new Controls({
      setRule: (rule) => this.#setRule(rule),
      setAmount: (amount) => this.#setAmount(amount),
      setPlaying: (playing) => this.#setPlaying(playing),
      zoomBy: (factor) => this.#zoomTo(this.#camera.wanted * factor),
      toggleWhole: () => this.#zoomTo(this.#whole ? this.#closeUp : 0),
      toggleAutopilot: () => this.#setAutopilot(!this.#ship.autopilot),
    });
    this.#controls.showAmount(amount, toStep(amount));
    this.#controls.listenToKeys(this.#ship);
    this.#controls.listenToPointers(this.#canvas, (place) => {
      this.#pointer = place;
      if (place) this.#ship.takeOver();
      else this.#ship.target = null;
    });
    takePictures(this.#controls.file, (files) => void this.#addPictures(files));
    this.#hud.showAmount(amount);
    write(this.#lead, leads.pixels);
    new ResizeObserver(() => this.#resize()).observe(this.#stage);
    this.#resize();
    this.#arrive();
    requestAnimationFrame((now) => this.#tick(now));
  }

  /** On small screens a sprite is drawn smaller, so that more than a few are seen. */
  get #closeUp(): number {
    return Math.min(1, Math.max(0.62, Math.sqrt(this.#camera.width * this.#camera.height) / 1250));
  }

  /** Begins with the whole swarm and glides down to the ship, or begins still if the visitor prefers so. */
  #arrive(): void {
    this.#ship.reset(this.#scene);
    this.#camera.x = this.#ship.x;
    this.#camera.y = this.#ship.y;
    if (this.#still.matches) {
      this.#ship.takeOver();
      this.#ship.patience = Infinity;
      this.#camera.jump(this.#closeUp);
      this.#setPlaying(false);
      this.#hud.askToPlay();
      return;
    }
    this.#camera.x = this.#camera.y = 0;
    this.#camera.jump(Math.min(this.#camera.whole(this.#scene.radius), this.#closeUp));
    this.#camera.zoomTo(this.#closeUp, this.#scene.radius);
  }

  #resize(): void {
    const { clientWidth: width, clientHeight: height } = this.#stage;
    const ratio = Math.min(2, devicePixelRatio) * this.#quality.resolution;
    this.#camera.width = width;
    this.#camera.height = height;
    const side = document.querySelector(".side")?.getBoundingClientRect();
    const dock = document.querySelector(".dock")?.getBoundingClientRect();
    const beside = side && side.left > width / 2 && side.top < height / 2;
    this.#camera.offsetX = beside ? -(width - side.left) / 2 : 0;
    this.#camera.offsetY = dock && beside ? -(height - dock.top) / 2 : 20;
    this.#canvas.width = Math.max(1, Math.round(width * ratio));
    this.#canvas.height = Math.max(1, Math.round(height * ratio));
    this.#renderer.resize(this.#canvas.width, this.#canvas.height);
    if (!this.#playing) this.#draw(0);
  }

  #setRule(rule: Rule): void {
    this.#rule = rule;
    write(this.#lead, leads[rule]);
    if (!this.#playing) this.#step(0);
    this.#showNumbers();
    announce(
      rule === "boxes"
        ? `Boxes: ${count(this.#boxCount)} hits, ${count(this.#boxCount - this.#scene.pairs.length / 2)} of them without a shared pixel.`
        : `Pixels: ${count(this.#scene.pairs.length / 2)} pairs share a pixel.`,
    );
  }

  #setAmount(amount: number): void {
    this.#scene.free();
    this.#scene = new Scene(this.#atlas, amount, this.#custom);
    this.#ship.reset(this.#scene);
    this.#race.reset();
    this.#quality.reset(performance.now());
    this.#hud.waitForRace();
    this.#hud.showAmount(this.#scene.count);
    this.#camera.x = this.#ship.x;
    this.#camera.y = this.#ship.y;
    if (this.#whole) this.#zoomTo(0);
    this.#step(0);
    this.#showNumbers();
    announce(`${count(amount)} sprites.`);
  }

  #setPlaying(playing: boolean): void {
    this.#playing = playing;
    this.#controls.showPlaying(playing);
    if (!playing) this.#step(0);
    this.#showNumbers();
    announce(playing ? "The sprites move." : "Paused. The ship still flies.");
  }

  #setAutopilot(on: boolean): void {
    this.#ship.takeOver();
    this.#ship.autopilot = on;
    this.#ship.patience = Infinity;
    this.#pointer = null;
    notify(on ? "Autopilot: the ship looks for gaps." : "Autopilot off: steer with the arrow keys or the mouse.");
  }

  #zoomTo(zoom: number): void {
    const { radius } = this.#scene;
    this.#camera.zoomTo(zoom, radius);
    if (this.#still.matches) this.#camera.jump(this.#camera.wanted);
    this.#whole = this.#camera.wanted < 1.2 * this.#camera.whole(radius);
    this.#controls.showWhole(this.#whole);
  }

  async #addPictures(files: readonly File[]): Promise<void> {
    for (const file of files) {
      try {
        const picture = await readPicture(file);
        const variant = this.#atlas.add(picture, picture.width, picture.height);
        if (variant === null) throw new Error("There is no room for more pictures. Load the page again to start over.");
        this.#renderer.updateAtlas();
        const solid = this.#scene.addVariant(variant);
        if (solid === 0) throw new Error("This picture has no solid pixel: alpha is 127 or less everywhere.");
        this.#custom.push(variant);
        this.#spread(variant);
        notify(`${file.name}: ${picture.width} × ${picture.height} pixels, ${count(solid)} of them solid. ${copies} copies fly.`);
      } catch (error) {
        notify(error instanceof Error ? error.message : String(error));
      }
    }
    if (files.length > 0) this.#race.reset();
  }

  /** Puts copies of a picture around the ship. */
  #spread(variant: number): void {
    for (let i = 0; i < copies; i++) {
      // Seeds of a sunflower: evenly spread, without a pattern of rows.
      const distance = 120 + 96 * Math.sqrt(i);
      const angle = 2.39996 * i;
      this.#scene.add(variant, this.#ship.x + distance * Math.cos(angle), this.#ship.y + distance * Math.sin(angle), 24);
    }
    this.#hud.showAmount(this.#scene.count);
    if (!this.#playing) this.#step(0);
    this.#showNumbers();
  }

  #tick(now: number): void {
    requestAnimationFrame((next) => this.#tick(next));
    const interval = this.#last > 0 ? now - this.#last : 16;
    this.#last = now;
    const seconds = Math.min(0.04, interval / 1000);
    if (this.#pointer) this.#ship.target = this.#camera.toWorld(this.#pointer.x, this.#pointer.y);
    // While the sprites rest, the ship flies only if the visitor steers it.
    if (this.#playing || !this.#ship.autopilot) this.#ship.move(this.#scene, seconds);
    this.#step(this.#playing ? seconds : 0);
    this.#ship.judge(this.#scene);
    const whole = this.#whole;
    this.#camera.follow(whole ? 0 : this.#ship.x, whole ? 0 : this.#ship.y, Math.min(0.2, interval / 1000));
    this.#draw(seconds);
    if (this.#playing) this.#race.offer(this.#scene, now);
    this.#measure(interval, now);
  }

  /** Moves the sprites and finds the pairs. Without time nothing moves by itself. */
  #step(seconds: number): void {
    const scene = this.#scene;
    scene.move(seconds);
    const start = performance.now();
    scene.pairs = scene.world.step().pairs;
    this.#stepTime = performance.now() - start;
    // A step in which nothing moved is cheap, and says nothing.
    if (seconds > 0) this.#race.time(this.#stepTime);
    // The number of box pairs is needed often only if boxes are the rule.
    if (this.#rule === "boxes" || this.#frames % 12 === 0 || seconds === 0) {
      this.#candidates = scene.world.candidates();
      this.#boxCount = this.#candidates.length / 2;
    }
    scene.pushApart(this.#rule === "boxes" ? this.#candidates : scene.pairs, seconds);
  }

  #draw(seconds: number): void {
    const frame = this.#frame;
    frame.clear();
    this.#picture.contactLimit = this.#quality.contacts;
    this.#picture.stars(frame);
    this.#picture.sprites(frame, this.#scene);
    if (this.#rule === "boxes") this.#picture.boxes(frame, this.#scene, this.#candidates);
    else this.#picture.shared(frame, this.#scene);
    this.#ship.draw(frame);
    this.#renderer.draw(frame, this.#canvas.width / Math.max(1, this.#camera.width));
    this.#frames += seconds > 0 ? 1 : 0;
  }

  #measure(interval: number, now: number): void {
    this.#frameTime += (Math.min(interval, 2000) - this.#frameTime) * 0.08;
    this.#chart.add(interval, this.#stepTime);
    if (this.#quality.take(interval, now)) {
      this.#resize();
      const share = this.#quality.resolution;
      write(this.#note, share < 1 ? `Drawn at ${100 * share}% of the resolution to keep up.` : "");
    }
    if (now - this.#shown < 240) return;
    this.#shown = now;
    this.#showNumbers();
    this.#chart.draw();
    this.#radar.draw(this.#scene, this.#camera);
  }

  #showNumbers(): void {
    const pixels = this.#scene.pairs.length / 2;
    this.#hud.showHits(this.#rule, pixels, Math.max(pixels, this.#boxCount));
    this.#hud.showTimes(this.#frameTime, this.#race.hitmaskTime);
    this.#hud.showShip(this.#ship);
  }
}

async function start(): Promise<void> {
  await init();
  const atlas = await loadAtlas();
  const canvas = element("scene", HTMLCanvasElement);
  // For tests and curious people: ?sprites=5000, ?canvas (no WebGL), ?sharp (no lower resolution if frames are slow).
  const options = new URLSearchParams(location.search);
  const renderer = options.has("canvas") ? null : WebGlRenderer.create(canvas, atlas);
  const wanted = Number(options.get("sprites")) || 20_000;
  new Demo(atlas, renderer ?? new CanvasRenderer(canvas, atlas), toAmount(toStep(wanted)), options.has("sharp"));
}

start().catch((error: unknown) => {
  const fault = element("fault", HTMLParagraphElement);
  fault.hidden = false;
  write(fault, `The demo cannot start: ${error instanceof Error ? error.message : String(error)}`);
});
