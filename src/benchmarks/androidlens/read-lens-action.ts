import { stop, type Action, type NativeAction } from '../../domain/action.js';
import {
  OPPOSITE_DIRECTION,
  pathDirection,
  resolvePoint,
  toPixel,
  type Box,
  type Direction,
  type Point,
  type PointSpace,
  type Size,
} from '../../domain/geometry.js';
import { isRecord, type LensMapping } from './field-mapping.js';
import { numbersIn, readCall, unquoted } from './read-call.js';

/** What numbers mean while an action is read. */
export interface LensReading {
  readonly space: PointSpace;
  readonly boxSpace: PointSpace;
  readonly boxOrder: LensMapping['boxOrder'];
  readonly scroll: LensMapping['scroll'];
  /** Of the screenshot; null where nobody knows it. */
  readonly size: Size | null;
}

/** An annotated action, the areas that count as it, and the path it belongs to where that is said. */
export interface LensAction {
  readonly action: Action;
  readonly boxes: readonly Box[];
  readonly path: string | null;
}

/** Why something is no action. */
export class NoLensAction {
  readonly reason: string;
  constructor(reason: string) {
    this.reason = reason;
  }
}

const FAMILY = 'androidlens';
const NAMES = ['action_type', 'action', 'type', 'name', 'kind'] as const;
const NESTED = ['arguments', 'args', 'params', 'parameters', 'action_args', 'action_input'] as const;
const BOXES = [
  'bbox',
  'box',
  'gt_bbox',
  'candidate_bbox',
  'candidate_bboxes',
  'bboxes',
  'ui_positions',
] as const;
const POINTS = ['point', 'coordinate', 'coordinates', 'position', 'touch', 'xy', 'start_box'] as const;
const STARTS = [
  'start',
  'from',
  'start_point',
  'touch',
  'coordinate',
  'start_box',
  'start_coordinate',
] as const;
const ENDS = ['end', 'to', 'end_point', 'lift', 'coordinate2', 'end_box', 'end_coordinate'] as const;
const TEXTS = ['text', 'content', 'value', 'input', 'input_text'] as const;

const KEYS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    pressback: 'BACK',
    back: 'BACK',
    navigateback: 'BACK',
    presshome: 'HOME',
    home: 'HOME',
    navigatehome: 'HOME',
    pressmenu: 'MENU',
    menu: 'MENU',
    pressenter: 'ENTER',
    enter: 'ENTER',
  }),
);
const DIRECTIONS: readonly Direction[] = ['up', 'down', 'left', 'right'];

/**
 * An annotated action: a call (`Click(x, y)`, `scroll(start_box='…', direction='down')`), JSON in a text, or an object with a
 * name and arguments. A name that the action space does not know gives a `foreign` action.
 *
 * Source: AndroidLens paper (supplement), action space and prompt of general models.
 */
export function readLensAction(value: unknown, reading: LensReading): LensAction | NoLensAction {
  if (typeof value === 'string') return readText(value, reading);
  if (!isRecord(value)) return new NoLensAction('an action is a text or an object');
  const name = NAMES.find((key) => typeof value[key] === 'string');
  const text = name === undefined ? undefined : value[name];
  const inner = NAMES.map((key) => value[key]).find(isRecord);
  if (name === undefined || typeof text !== 'string') {
    if (inner === undefined) return new NoLensAction(`no ${NAMES.join(', ')} says which action it is`);
    return withMore(readLensAction(inner, reading), value, reading);
  }
  // {"action": "Click(1, 2)", "bbox": …}
  if (text.includes('(')) return withMore(readText(text, reading), value, reading);
  const nested = NESTED.map((key) => value[key]).find(isRecord) ?? {};
  const { [name]: _, ...rest } = value;
  return withMore(build(text, { ...rest, ...nested }, reading, value), value, reading);
}

function readText(text: string, reading: LensReading): LensAction | NoLensAction {
  const trimmed = text.trim();
  if (trimmed.startsWith('{')) {
    try {
      return readLensAction(JSON.parse(trimmed) as unknown, reading);
    } catch {
      return new NoLensAction('the text is neither a call nor JSON');
    }
  }
  const call = readCall(trimmed.replace(/^Action:\s*/i, ''));
  if (call === null) {
    const word = plain(trimmed);
    if (KEYS.has(word) || isEnd(word) || word === 'wait') return build(trimmed, {}, reading, text);
    return new NoLensAction('the text is no call');
  }
  const words: Record<string, unknown> = { ...call.named };
  if (call.positional.length > 0) words['positional'] = call.positional;
  if (plain(call.name) === 'type' && TEXTS.every((key) => words[key] === undefined)) {
    // Nothing tells a comma of the text from one between arguments, so all of it is the text.
    words['text'] = unquoted(call.inside);
  }
  return build(call.name, words, reading, text);
}

type Words = Readonly<Record<string, unknown>>;

function build(
  name: string,
  words: Words,
  reading: LensReading,
  original: unknown,
): LensAction | NoLensAction {
  const native: NativeAction =
    typeof original === 'string'
      ? { family: FAMILY, name, text: original }
      : { family: FAMILY, name, arguments: original };
  const done = (action: Action): LensAction => ({
    action: { ...action, native },
    boxes: [],
    path: null,
  });
  const kind = plain(name);
  const key = KEYS.get(kind);
  if (key !== undefined) return done({ type: 'key', key });
  if (isEnd(kind)) return done(stop(statusOf(words)));
  switch (kind) {
    case 'click':
    case 'tap':
    case 'longpress':
    case 'longclick': {
      const point = pointOf(words, reading);
      if (point === null) return new NoLensAction(`${name} has no position`);
      const target = { type: 'point' as const, point };
      return done({ type: kind === 'click' || kind === 'tap' ? 'tap' : 'long_press', target });
    }
    case 'swipe':
    case 'drag':
    case 'scroll':
      return swipeOf(kind, words, reading, done);
    case 'type':
    case 'inputtext':
    case 'input': {
      const text = TEXTS.map((one) => words[one]).find(
        (one) => typeof one === 'string' || typeof one === 'number',
      );
      const given = text ?? (Array.isArray(words['positional']) ? words['positional'][0] : undefined);
      return given === undefined
        ? new NoLensAction(`${name} has no text`)
        : done({ type: 'type', text: String(given) });
    }
    case 'wait':
      return done({ type: 'wait' });
    case 'open':
    case 'openapp':
    case 'launchapp': {
      const app = words['app'] ?? words['app_name'] ?? words['text'] ?? first(words);
      return typeof app === 'string'
        ? done({ type: 'open_app', app })
        : new NoLensAction(`${name} names no app`);
    }
    case 'press':
    case 'presskey':
    case 'key':
    case 'systembutton': {
      const button = words['key'] ?? words['button'] ?? first(words);
      const known = typeof button === 'string' ? KEYS.get(plain(button)) : undefined;
      return known === undefined
        ? new NoLensAction(`${name} names no key`)
        : done({ type: 'key', key: known });
    }
    default:
      return { action: { type: 'foreign', native }, boxes: [], path: null };
  }
}

function swipeOf(
  kind: string,
  words: Words,
  reading: LensReading,
  done: (action: Action) => LensAction,
): LensAction | NoLensAction {
  const path = pathOf(words, reading);
  if (path !== null) {
    const [from, to] = path;
    const pixels = (point: Point): [number, number] =>
      reading.size === null ? [point.x, point.y] : toPixel(point, reading.size);
    return done({ type: 'swipe', direction: pathDirection(pixels(from), pixels(to)), from, to });
  }
  const word = words['direction'] ?? last(words);
  const said = typeof word === 'string' ? plain(word) : '';
  const named = DIRECTIONS.find((direction) => direction === said);
  if (named === undefined) return new NoLensAction(`${kind} has neither a path nor a direction`);
  const direction = kind === 'scroll' && reading.scroll === 'content' ? OPPOSITE_DIRECTION[named] : named;
  const at = pointOf(words, reading);
  return done({ type: 'swipe', direction, ...(at === null ? {} : { at }) });
}

/** Areas and the path that an action's own object adds. */
function withMore(
  read: LensAction | NoLensAction,
  object: Words,
  reading: LensReading,
): LensAction | NoLensAction {
  if (read instanceof NoLensAction) return read;
  const boxes = BOXES.flatMap((key) => readBoxes(object[key], reading));
  const path = object['path'] ?? object['path_id'];
  return {
    ...read,
    boxes: [...read.boxes, ...boxes],
    path: typeof path === 'string' || typeof path === 'number' ? String(path) : read.path,
  };
}

/** Boxes in any nesting: four numbers, or lists of such, or objects with corners. In pixels where the size is known. */
export function readBoxes(value: unknown, reading: LensReading): Box[] {
  if (typeof value === 'string') {
    const numbers = numbersIn(value);
    return numbers === null ? [] : readBoxes(numbers, reading);
  }
  if (isRecord(value)) {
    const corners = ['x1', 'y1', 'x2', 'y2'].map((key) => value[key]);
    return corners.every(isNumber) ? readBoxes(corners, reading) : [];
  }
  if (!Array.isArray(value)) return [];
  if (value.length === 4 && value.every(isNumber)) {
    const box = pixelBox(ordered(value as [number, number, number, number], reading.boxOrder), reading);
    return box === null ? [] : [box];
  }
  return value.flatMap((entry: unknown) => readBoxes(entry, reading));
}

function ordered(
  [a, b, c, d]: readonly [number, number, number, number],
  order: LensMapping['boxOrder'],
): Box {
  switch (order) {
    case 'x1y1x2y2':
      return [Math.min(a, c), Math.min(b, d), Math.max(a, c), Math.max(b, d)];
    case 'xywh':
      return [a, b, a + c, b + d];
    case 'yxhw':
      return [b, a, b + d, a + c];
    default:
      return order satisfies never;
  }
}

function pixelBox([x1, y1, x2, y2]: Box, { boxSpace: space, size }: LensReading): Box | null {
  if (space === 'pixel') return [x1, y1, x2, y2];
  if (size === null) return null;
  return [...toPixel({ x: x1, y: y1, space }, size), ...toPixel({ x: x2, y: y2, space }, size)];
}

function pointOf(words: Words, reading: LensReading): Point | null {
  const { x, y } = words;
  if (isNumeric(x) && isNumeric(y)) return pointAt([Number(x), Number(y)], reading);
  for (const key of POINTS) {
    const point = pointAt(numbersOf(words[key]), reading);
    if (point !== null) return point;
  }
  return pointAt(numbersOf(words['positional']), reading);
}

function pathOf(words: Words, reading: LensReading): [Point, Point] | null {
  const corners = ['x1', 'y1', 'x2', 'y2'].map((key) => words[key]);
  const four = corners.every(isNumeric)
    ? corners.map(Number)
    : [numbersOf(words['positional']), numbersOf(words['coordinates']), numbersOf(words['path'])].find(
        (numbers) => numbers?.length === 4,
      );
  if (four !== undefined && four !== null) {
    const [from, to] = [pointAt(four.slice(0, 2), reading), pointAt(four.slice(2), reading)];
    return from === null || to === null ? null : [from, to];
  }
  const at = (keys: readonly string[]): Point | null =>
    keys.map((key) => pointAt(numbersOf(words[key]), reading)).find((point) => point !== null) ?? null;
  const [from, to] = [at(STARTS), at(ENDS)];
  return from === null || to === null ? null : [from, to];
}

/** Two numbers are a position, four a box whose centre is meant. */
function pointAt(numbers: readonly number[] | null, { space, size }: LensReading): Point | null {
  const [a, b, c, d] = numbers ?? [];
  if (a === undefined || b === undefined) return null;
  if (numbers?.length !== 2 && numbers?.length !== 4) return null;
  const [x, y] = c === undefined || d === undefined ? [a, b] : [(a + c) / 2, (b + d) / 2];
  return size === null ? { x, y, space } : resolvePoint({ x, y, space }, size);
}

function numbersOf(value: unknown): number[] | null {
  if (typeof value === 'string') return numbersIn(value);
  if (isRecord(value))
    return isNumeric(value['x']) && isNumeric(value['y']) ? [Number(value['x']), Number(value['y'])] : null;
  if (!Array.isArray(value)) return null;
  const numbers = value.map((entry: unknown) => (isNumeric(entry) ? [Number(entry)] : numbersOf(entry)));
  return numbers.includes(null) ? null : numbers.flatMap((entry) => entry ?? []);
}

function statusOf(words: Words): 'success' | 'failure' | 'infeasible' {
  const said = words['status'] ?? words['goal_status'] ?? first(words);
  const word = typeof said === 'string' ? plain(said) : '';
  if (word.startsWith('fail')) return 'failure';
  return word === 'infeasible' || word === 'impossible' ? 'infeasible' : 'success';
}

function isEnd(word: string): boolean {
  return ['terminate', 'finished', 'finish', 'complete', 'stop', 'status'].includes(word);
}

function first(words: Words): unknown {
  const { positional } = words;
  return Array.isArray(positional) ? positional[0] : undefined;
}

function last(words: Words): unknown {
  const { positional } = words;
  return Array.isArray(positional) ? positional.at(-1) : undefined;
}

function plain(word: string): string {
  return word.toLowerCase().replaceAll(/[^a-z]/g, '');
}

function isNumber(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value);
}

function isNumeric(value: unknown): value is number | string {
  return (
    isNumber(value) || (typeof value === 'string' && value.trim() !== '' && Number.isFinite(Number(value)))
  );
}
