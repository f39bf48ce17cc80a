/** Draws frames with WebGL 2: one call for each list, a square for each record. */
import type { Atlas } from "./atlas.ts";
import { atlasSize } from "./atlas.ts";
import type { Frame, Records, Renderer } from "./frame.ts";
import * as shaders from "./shaders.ts";

/** How many pictures the table of variants may hold. */
const maxVariants = 1024;

/** A program, and the buffer of the records that it draws. */
interface Pass {
  readonly program: WebGLProgram;
  readonly array: WebGLVertexArrayObject;
  readonly buffer: WebGLBuffer;
  capacity: number;
}

export class WebGlRenderer implements Renderer {
  readonly name = "WebGL 2";
  readonly #gl: WebGL2RenderingContext;
  readonly #atlas: Atlas;
  #sprites!: Pass;
  #shared!: Pass;
  #boxes!: Pass;
  #lights!: Pass;
  #texture!: WebGLTexture;
  #variants!: WebGLTexture;

  /** Returns `null` if the browser has no WebGL 2. */
  static create(canvas: HTMLCanvasElement, atlas: Atlas): WebGlRenderer | null {
    const gl = canvas.getContext("webgl2", { antialias: false, alpha: true, premultipliedAlpha: true });
    return gl ? new WebGlRenderer(canvas, gl, atlas) : null;
  }

  private constructor(canvas: HTMLCanvasElement, gl: WebGL2RenderingContext, atlas: Atlas) {
    this.#gl = gl;
    this.#atlas = atlas;
    this.#start();
    canvas.addEventListener("webglcontextlost", (event) => event.preventDefault());
    canvas.addEventListener("webglcontextrestored", () => this.#start());
  }

  #start(): void {
    const gl = this.#gl;
    this.#sprites = this.#pass(shaders.spriteVertex, shaders.spriteFragment, [4]);
    this.#shared = this.#pass(shaders.sharedVertex, shaders.sharedFragment, [3, 3]);
    this.#boxes = this.#pass(shaders.boxVertex, shaders.boxFragment, [4, 4]);
    this.#lights = this.#pass(shaders.lightVertex, shaders.lightFragment, [3, 3]);
    this.#texture = gl.createTexture();
    gl.activeTexture(gl.TEXTURE0);
    gl.bindTexture(gl.TEXTURE_2D, this.#texture);
    gl.texStorage2D(gl.TEXTURE_2D, 4, gl.RGBA8, atlasSize, atlasSize);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.LINEAR_MIPMAP_LINEAR);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_S, gl.CLAMP_TO_EDGE);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_T, gl.CLAMP_TO_EDGE);
    this.#variants = gl.createTexture();
    gl.activeTexture(gl.TEXTURE1);
    gl.bindTexture(gl.TEXTURE_2D, this.#variants);
    gl.texStorage2D(gl.TEXTURE_2D, 1, gl.RGBA32F, maxVariants, 1);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.NEAREST);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAG_FILTER, gl.NEAREST);
    this.updateAtlas();
    for (const { program } of [this.#sprites, this.#shared]) {
      gl.useProgram(program);
      gl.uniform1i(gl.getUniformLocation(program, "atlas"), 0);
      gl.uniform1i(gl.getUniformLocation(program, "variants"), 1);
    }
    gl.enable(gl.BLEND);
    gl.clearColor(0, 0, 0, 0);
  }

  updateAtlas(): void {
    const gl = this.#gl;
    gl.activeTexture(gl.TEXTURE0);
    gl.pixelStorei(gl.UNPACK_PREMULTIPLY_ALPHA_WEBGL, true);
    gl.texSubImage2D(gl.TEXTURE_2D, 0, 0, 0, gl.RGBA, gl.UNSIGNED_BYTE, this.#atlas.canvas);
    gl.generateMipmap(gl.TEXTURE_2D);
    const rects = new Float32Array(4 * maxVariants);
    for (const [i, { left, top, width, height }] of this.#atlas.variants.entries()) rects.set([left, top, width, height], 4 * i);
    gl.activeTexture(gl.TEXTURE1);
    gl.pixelStorei(gl.UNPACK_PREMULTIPLY_ALPHA_WEBGL, false);
    gl.texSubImage2D(gl.TEXTURE_2D, 0, 0, 0, maxVariants, 1, gl.RGBA, gl.FLOAT, rects);
  }

  resize(width: number, height: number): void {
    this.#gl.viewport(0, 0, width, height);
  }

  draw(frame: Frame, pixelRatio: number): void {
    const gl = this.#gl;
    if (gl.isContextLost()) return;
    const { camera } = frame;
    gl.clear(gl.COLOR_BUFFER_BIT);
    // Large pixels are shown as they are.
    const filter = camera.zoom * pixelRatio >= 2.5 ? gl.NEAREST : gl.LINEAR;
    gl.activeTexture(gl.TEXTURE0);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAG_FILTER, filter);

    gl.blendFunc(gl.ONE, gl.ONE);
    this.#run(this.#lights, frame.sky, camera);
    gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
    this.#run(this.#sprites, frame.sprites, camera);
    this.#run(this.#boxes, frame.boxes, camera, (program) => {
      gl.uniform1f(gl.getUniformLocation(program, "pixel"), Math.max(1, Math.round(pixelRatio)) / (camera.zoom * pixelRatio));
    });
    this.#run(this.#shared, frame.shared, camera, (program) => {
      gl.uniform4f(gl.getUniformLocation(program, "tint"), 1, 0.93, 0.68, 1);
    });
    gl.blendFunc(gl.ONE, gl.ONE);
    this.#run(this.#lights, frame.lights, camera);
  }

  #run(pass: Pass, records: Records, camera: Frame["camera"], more?: (program: WebGLProgram) => void): void {
    if (records.count === 0) return;
    const gl = this.#gl;
    gl.useProgram(pass.program);
    const view = gl.getUniformLocation(pass.program, "view");
    gl.uniform4f(view, camera.centerX, camera.centerY, (2 * camera.zoom) / camera.width, (-2 * camera.zoom) / camera.height);
    more?.(pass.program);
    gl.bindVertexArray(pass.array);
    gl.bindBuffer(gl.ARRAY_BUFFER, pass.buffer);
    if (pass.capacity < records.data.byteLength) {
      pass.capacity = records.data.byteLength;
      gl.bufferData(gl.ARRAY_BUFFER, pass.capacity, gl.DYNAMIC_DRAW);
    }
    gl.bufferSubData(gl.ARRAY_BUFFER, 0, records.view);
    gl.drawArraysInstanced(gl.TRIANGLE_STRIP, 0, 4, records.count);
  }

  /** Links two shaders, and describes the records: numbers for each attribute, one after the other. */
  #pass(vertex: string, fragment: string, sizes: readonly number[]): Pass {
    const gl = this.#gl;
    const program = gl.createProgram();
    for (const [kind, source] of [[gl.VERTEX_SHADER, vertex], [gl.FRAGMENT_SHADER, fragment]] as const) {
      const shader = gl.createShader(kind);
      if (!shader) continue; // a lost context makes no shaders
      gl.shaderSource(shader, source);
      gl.compileShader(shader);
      gl.attachShader(program, shader);
    }
    gl.linkProgram(program);
    if (!gl.getProgramParameter(program, gl.LINK_STATUS) && !gl.isContextLost()) {
      const shaders = gl.getAttachedShaders(program) ?? [];
      throw new Error(`A shader does not link: ${shaders.map((shader) => gl.getShaderInfoLog(shader)).join(" ")}`);
    }
    const array = gl.createVertexArray();
    const buffer = gl.createBuffer();
    gl.bindVertexArray(array);
    gl.bindBuffer(gl.ARRAY_BUFFER, buffer);
    const stride = 4 * sizes.reduce((sum, size) => sum + size, 0);
    let offset = 0;
    for (const [location, size] of sizes.entries()) {
      gl.enableVertexAttribArray(location);
      gl.vertexAttribPointer(location, size, gl.FLOAT, false, stride, offset);
      gl.vertexAttribDivisor(location, 1);
      offset += 4 * size;
    }
    return { program, array, buffer, capacity: 0 };
  }
}
