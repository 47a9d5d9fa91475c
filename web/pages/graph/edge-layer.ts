import type { Sigma } from 'sigma';
import type { WorldMap } from '../../../src/report/view/served/world-map.js';
import { viewportPlaces } from './viewport-places.js';
import classes from './graph-page.module.css';

const VERTEX = `
  attribute vec2 place;
  uniform vec3 across;
  uniform vec3 down;
  void main() {
    vec3 point = vec3(1.0, place);
    gl_Position = vec4(dot(across, point), dot(down, point), 0.0, 1.0);
  }`;
const FRAGMENT = `
  precision mediump float;
  uniform vec4 color;
  void main() {
    gl_FragColor = color;
  }`;

/** What draws lines between points that stay where they are. */
interface Lines {
  readonly gl: WebGLRenderingContext;
  readonly program: WebGLProgram;
  readonly count: number;
}

/**
 * All edges of a map as lines below its nodes. They are handed to the graphics card once: what sigma does for each of its own edges
 * at every change takes, with tens of thousands, longer than a frame lasts.
 */
export class EdgeLayer {
  readonly #canvas = document.createElement('canvas');
  readonly #sigma: Sigma;
  readonly #lines: Lines | null;
  readonly #color: string;

  /** @param color as `#rrggbb` */
  constructor(sigma: Sigma, map: WorldMap, color: string) {
    this.#sigma = sigma;
    this.#color = color;
    this.#canvas.className = classes['edges'] ?? '';
    sigma.getContainer().prepend(this.#canvas);
    this.#lines = linesOf(this.#canvas, edgeEnds(map));
  }

  set isHidden(isHidden: boolean) {
    this.#canvas.hidden = isHidden;
  }

  /** Draws the edges where the map is now. */
  draw(): void {
    if (this.#lines === null || this.#canvas.hidden) return;
    const { gl, program, count } = this.#lines;
    const { width, height } = this.#sigma.getDimensions();
    const ratio = window.devicePixelRatio;
    const [across, down] = [Math.round(width * ratio), Math.round(height * ratio)];
    if (this.#canvas.width !== across) this.#canvas.width = across;
    if (this.#canvas.height !== down) this.#canvas.height = down;
    const { x, y } = viewportPlaces(this.#sigma);
    gl.viewport(0, 0, across, down);
    gl.clear(gl.COLOR_BUFFER_BIT);
    const set = (name: string): WebGLUniformLocation | null => gl.getUniformLocation(program, name);
    gl.uniform3f(set('across'), (2 * x[0]) / width - 1, (2 * x[1]) / width, (2 * x[2]) / width);
    gl.uniform3f(set('down'), 1 - (2 * y[0]) / height, (-2 * y[1]) / height, (-2 * y[2]) / height);
    const [red, green, blue] = [1, 3, 5].map((at) => parseInt(this.#color.slice(at, at + 2), 16) / 255);
    gl.uniform4f(set('color'), red ?? 0, green ?? 0, blue ?? 0, 1);
    gl.drawArrays(gl.LINES, 0, count);
  }

  remove(): void {
    this.#lines?.gl.getExtension('WEBGL_lose_context')?.loseContext();
    this.#canvas.remove();
  }
}

/** The ends of every edge that leads elsewhere: x and y of one, x and y of the other. */
function edgeEnds({ nodes, edges }: WorldMap): Float32Array {
  const ends = new Float32Array(edges.from.length * 4);
  let at = 0;
  const add = (node: number): void => {
    ends[at] = nodes.x[node] ?? 0;
    ends[at + 1] = -(nodes.y[node] ?? 0);
    at += 2;
  };
  for (let edge = 0; edge < edges.from.length; edge += 1) {
    const from = edges.from[edge];
    const to = edges.to[edge];
    if (from === undefined || to === undefined || to === from) continue;
    add(from);
    add(to);
  }
  return ends.subarray(0, at);
}

/** Null where there is no WebGL: a map without its edges is better than none. */
function linesOf(canvas: HTMLCanvasElement, ends: Float32Array): Lines | null {
  const gl = canvas.getContext('webgl', { antialias: true });
  const program = gl?.createProgram();
  if (gl === null || program === undefined) return null;
  for (const [type, source] of [
    [gl.VERTEX_SHADER, VERTEX],
    [gl.FRAGMENT_SHADER, FRAGMENT],
  ] as const) {
    const shader = gl.createShader(type);
    if (shader === null) return null;
    gl.shaderSource(shader, source);
    gl.compileShader(shader);
    gl.attachShader(program, shader);
  }
  gl.bindAttribLocation(program, 0, 'place');
  gl.linkProgram(program);
  gl.useProgram(program);
  gl.bindBuffer(gl.ARRAY_BUFFER, gl.createBuffer());
  gl.bufferData(gl.ARRAY_BUFFER, ends, gl.STATIC_DRAW);
  gl.enableVertexAttribArray(0);
  gl.vertexAttribPointer(0, 2, gl.FLOAT, false, 0, 0);
  return { gl, program, count: ends.length / 2 };
}
