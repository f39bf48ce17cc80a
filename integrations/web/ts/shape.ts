/** Shapes as the module takes them: a kind and a list of numbers. Internal. */

import { number, object, pixel, real, rect, shown } from "./check.js";
import type { Circle, Line, Point, Polygon, Rect, Shape } from "./types.js";
import { ShapeKind } from "./wasm/hitmask.js";

type Numbers = [kind: ShapeKind, numbers: Float64Array];

/** Returns the kind and the numbers of a shape or of a point. */
export function shape(shape: Shape | Point, name: string, withPoint: boolean): Numbers {
  const kinds = `${withPoint ? "a point, " : ""}a rectangle, a circle, a line or a polygon`;
  object(shape, name, kinds);
  if ("radius" in shape) {
    const circle = shape as Circle;
    return [ShapeKind.Circle, Float64Array.of(...real(circle, name), number(circle.radius, `${name}.radius`))];
  }
  if ("from" in shape) {
    const { from, to } = shape as Line;
    return [ShapeKind.Line, Float64Array.of(...pixel(from, `${name}.from`), ...pixel(to, `${name}.to`))];
  }
  if ("points" in shape) {
    const corners = (shape as Polygon).points;
    if (!Array.isArray(corners)) throw new TypeError(`${name}.points must be an array of points, got ${shown(corners)}`);
    const numbers = corners.flatMap((corner: Point, index) => real(corner, `${name}.points[${index}]`));
    return [ShapeKind.Polygon, Float64Array.from(numbers)];
  }
  const wrong = (right: string) => new TypeError(`${name} must be ${right}, got the keys ${Object.keys(shape).join(", ")}`);
  if ("r" in shape) throw wrong("{ x, y, radius } for a circle");
  if ("width" in shape && !("left" in shape)) throw wrong("{ left, top, width, height } for a rectangle");
  if ("width" in shape) return [ShapeKind.Rect, Float64Array.from(rect(shape as Rect, name))];
  if (withPoint && "x" in shape) return [ShapeKind.Point, Float64Array.from(pixel(shape as Point, name))];
  throw wrong(kinds);
}

