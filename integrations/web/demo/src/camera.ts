/** Which part of the world the page shows. */

export interface View {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

export class Camera {
  x = 0;
  y = 0;
  /** CSS pixels per world pixel. */
  zoom = 1;
  #wanted = 1;
  /** Size of the stage in CSS pixels. */
  width = 1;
  height = 1;
  /** The part of the stage that no panel covers: its middle, as an offset from the middle of the stage. */
  offsetX = 0;
  offsetY = 0;

  get wanted(): number {
    return this.#wanted;
  }

  /** The zoom that shows a disc of this radius. */
  whole(radius: number): number {
    return Math.min(this.width - 2 * Math.abs(this.offsetX), this.height - 2 * Math.abs(this.offsetY)) / (2.1 * radius);
  }

  zoomTo(zoom: number, radius: number): void {
    this.#wanted = Math.min(6, Math.max(Math.min(this.whole(radius), 0.5), zoom));
  }

  jump(zoom: number): void {
    this.zoom = this.#wanted = zoom;
  }

  /** Glides towards the wanted zoom and a place. */
  follow(x: number, y: number, seconds: number): void {
    const zooming = 1 - Math.exp(-2.6 * seconds);
    this.zoom *= (this.#wanted / this.zoom) ** zooming;
    const moving = 1 - Math.exp(-3 * seconds);
    this.x += (x - this.x) * moving;
    this.y += (y - this.y) * moving;
  }

  /** The world pixel in the middle of the stage. */
  get centerX(): number {
    return this.x - this.offsetX / this.zoom;
  }

  get centerY(): number {
    return this.y - this.offsetY / this.zoom;
  }

  view(): View {
    const [halfWidth, halfHeight] = [this.width / 2 / this.zoom, this.height / 2 / this.zoom];
    const [x, y] = [this.centerX, this.centerY];
    return { left: x - halfWidth, top: y - halfHeight, right: x + halfWidth, bottom: y + halfHeight };
  }

  toWorld(stageX: number, stageY: number): { x: number; y: number } {
    return {
      x: this.centerX + (stageX - this.width / 2) / this.zoom,
      y: this.centerY + (stageY - this.height / 2) / this.zoom,
    };
  }
}
