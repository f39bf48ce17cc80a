/** The controls of the page: buttons, the slider, keys, the mouse and fingers. */
import { sliderSteps, toAmount } from "./amount.ts";
import { count } from "./format.ts";
import { element, write } from "./page.ts";
import type { Rule } from "./scene.ts";
import type { Ship } from "./ship.ts";

export interface Actions {
  setRule(rule: Rule): void;
  setAmount(amount: number): void;
  setPlaying(playing: boolean): void;
  zoomBy(factor: number): void;
  toggleWhole(): void;
  toggleAutopilot(): void;
}

const arrows: Record<string, readonly [x: number, y: number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

export class Controls {
  readonly amount = element("amount", HTMLInputElement);
  readonly file = element("file", HTMLInputElement);
  readonly #amountValue = element("amount-value", HTMLOutputElement);
  readonly #play = element("play", HTMLButtonElement);
  readonly #whole = element("whole", HTMLButtonElement);
  readonly #rules = [...document.querySelectorAll<HTMLInputElement>('input[name="rule"]')];
  readonly #actions: Actions;
  readonly #held = new Set<string>();
  #playing = true;
  #timer = 0;

  constructor(actions: Actions) {
    this.#actions = actions;
    this.amount.max = String(sliderSteps);
    this.amount.addEventListener("input", () => this.#amountChanged());
    for (const radio of this.#rules) radio.addEventListener("change", () => actions.setRule(radio.value as Rule));
    this.#play.addEventListener("click", () => actions.setPlaying(!this.#playing));
    this.#whole.addEventListener("click", () => actions.toggleWhole());
    element("in", HTMLButtonElement).addEventListener("click", () => actions.zoomBy(1.5));
    element("out", HTMLButtonElement).addEventListener("click", () => actions.zoomBy(1 / 1.5));
  }

  showPlaying(playing: boolean): void {
    this.#playing = playing;
    this.#play.setAttribute("aria-label", playing ? "Pause" : "Play");
    this.#play.title = `${playing ? "Pause" : "Play"} (space)`;
    document.getElementById("play-icon")?.setAttribute("d", playing ? "M6 4v12M14 4v12" : "M6 4v12l10-6z");
  }

  showWhole(whole: boolean): void {
    this.#whole.setAttribute("aria-pressed", String(whole));
  }

  showAmount(amount: number, step: number): void {
    this.amount.value = String(step);
    this.amount.setAttribute("aria-valuetext", `${count(amount)} sprites`);
    write(this.#amountValue, count(amount));
  }

  #amountChanged(): void {
    const amount = toAmount(Number(this.amount.value));
    this.showAmount(amount, Number(this.amount.value));
    // A new scene takes a moment to make: it waits until the slider rests.
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#actions.setAmount(amount), 160);
  }

  #chooseRule(rule: Rule): void {
    for (const radio of this.#rules) radio.checked = radio.value === rule;
    this.#actions.setRule(rule);
  }

  /** Keys work on the whole page, except in controls that use them themselves. */
  listenToKeys(ship: Ship): void {
    const steer = () => {
      ship.steer.x = ship.steer.y = 0;
      for (const key of this.#held) {
        ship.steer.x += arrows[key][0];
        ship.steer.y += arrows[key][1];
      }
    };
    addEventListener("keydown", (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const target = event.target instanceof HTMLElement ? event.target : document.body;
      const inControl = target.closest("input, button, summary, label") !== null;
      if (event.key in arrows) {
        if (target instanceof HTMLInputElement) return;
        this.#held.add(event.key);
        ship.takeOver();
        ship.target = null;
        steer();
        event.preventDefault();
        return;
      }
      if (event.key === " " && inControl) return;
      if (this.#shortcut(event.key)) event.preventDefault();
    });
    addEventListener("keyup", (event) => {
      if (this.#held.delete(event.key)) steer();
    });
    addEventListener("blur", () => {
      this.#held.clear();
      steer();
    });
  }

  #shortcut(key: string): boolean {
    const actions = this.#actions;
    switch (key.toLowerCase()) {
      case " ":
        actions.setPlaying(!this.#playing);
        return true;
      case "b":
        this.#chooseRule(this.#rules.find((radio) => !radio.checked)?.value as Rule);
        return true;
      case "z":
        actions.toggleWhole();
        return true;
      case "a":
        actions.toggleAutopilot();
        return true;
      case "+":
      case "=":
        actions.zoomBy(1.5);
        return true;
      case "-":
        actions.zoomBy(1 / 1.5);
        return true;
      case "[":
      case "]":
        this.amount.value = String(Number(this.amount.value) + (key === "[" ? -10 : 10));
        this.#amountChanged();
        return true;
      case "o":
        this.file.click();
        return true;
      default:
        return false;
    }
  }

  /** The ship flies to the mouse or the finger. Two fingers and the wheel zoom. */
  listenToPointers(canvas: HTMLCanvasElement, point: (place: { x: number; y: number } | null) => void): void {
    const fingers = new Map<number, PointerEvent>();
    const spread = () => {
      const [a, b] = [...fingers.values()];
      return Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY);
    };
    canvas.addEventListener("pointerdown", (event) => {
      canvas.setPointerCapture(event.pointerId);
      fingers.set(event.pointerId, event);
    });
    canvas.addEventListener("pointermove", (event) => {
      if (fingers.size === 2 && fingers.has(event.pointerId)) {
        const before = spread();
        fingers.set(event.pointerId, event);
        this.#actions.zoomBy(spread() / before);
        return;
      }
      // A finger hides the ship, which therefore flies a little above it.
      point({ x: event.offsetX, y: event.offsetY - (event.pointerType === "touch" ? 56 : 0) });
    });
    for (const kind of ["pointerup", "pointercancel"] as const) {
      canvas.addEventListener(kind, (event) => fingers.delete(event.pointerId));
    }
    canvas.addEventListener("pointerleave", () => point(null));
    canvas.addEventListener(
      "wheel",
      (event) => {
        event.preventDefault();
        this.#actions.zoomBy(Math.exp(-0.0016 * event.deltaY * (event.deltaMode === 1 ? 16 : 1)));
      },
      { passive: false },
    );
  }
}
