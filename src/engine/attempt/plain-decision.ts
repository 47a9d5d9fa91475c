import type { Point } from '../../domain/geometry.js';
import { DirectionSchema } from '../../domain/coordinates/geometry-schemas.js';
import { StopStatusSchema, type Action } from '../../domain/action.js';
import type { Decision } from '../../domain/decision.js';

type Given = Readonly<Record<string, unknown>>;

/**
 * A decision of the plainest kind, an action with its own fields alone, copied as its schema would: most decisions of programs that
 * play by the thousand are. Null for any other value, good or not: the schema tells.
 */
export function plainDecision(value: unknown): Decision | null {
  if (!isObject(value) || value['type'] !== 'action' || !hasOnly(value, TOP)) return null;
  const { action } = value;
  const plain = isObject(action) ? plainAction(action) : null;
  return plain === null ? null : { type: 'action', action: plain };
}

const TOP: ReadonlySet<string> = new Set(['type', 'action']);

/** Fields of the actions that are known here. */
const FIELDS: Readonly<Record<string, ReadonlySet<string>>> = {
  tap: new Set(['type', 'target']),
  long_press: new Set(['type', 'target', 'durationMs']),
  swipe: new Set(['type', 'direction', 'from', 'to', 'at', 'durationMs']),
  type: new Set(['type', 'text']),
  key: new Set(['type', 'key']),
  open_app: new Set(['type', 'app']),
  wait: new Set(['type', 'durationMs']),
  answer: new Set(['type', 'text', 'terminal']),
  stop: new Set(['type', 'status', 'answer']),
};

function plainAction(given: Given): Action | null {
  const { type, durationMs } = given;
  const fields = typeof type === 'string' && Object.hasOwn(FIELDS, type) ? FIELDS[type] : undefined;
  if (fields === undefined || !hasOnly(given, fields)) return null;
  if (durationMs !== undefined && !(isNumber(durationMs) && durationMs >= 0)) return null;
  const lasts = durationMs === undefined ? null : { durationMs };
  switch (type) {
    case 'tap':
    case 'long_press': {
      const target = plainTarget(given['target']);
      return target === null ? null : { type, target, ...lasts };
    }
    case 'swipe':
      return plainSwipe(given, lasts);
    case 'wait':
      return { type, ...lasts };
    case 'type':
      return typeof given['text'] === 'string' ? { type, text: given['text'] } : null;
    case 'key':
      return typeof given['key'] === 'string' ? { type, key: given['key'] } : null;
    case 'open_app':
      return typeof given['app'] === 'string' ? { type, app: given['app'] } : null;
    case 'answer': {
      const { text, terminal } = given;
      return typeof text === 'string' && typeof terminal === 'boolean' ? { type, text, terminal } : null;
    }
    default:
      return plainStop(given);
  }
}

function plainStop({ status, answer }: Given): Action | null {
  const known = STATUSES.find((one) => one === status);
  if (known === undefined || !(answer === undefined || typeof answer === 'string')) return null;
  return answer === undefined ? { type: 'stop', status: known } : { type: 'stop', status: known, answer };
}

function plainSwipe(given: Given, lasts: { readonly durationMs: number } | null): Action | null {
  const direction = given['direction'] === null ? null : DIRECTIONS.find((one) => one === given['direction']);
  if (direction === undefined) return null;
  const points: { from?: Point; to?: Point; at?: Point } = {};
  for (const name of ['from', 'to', 'at'] as const) {
    if (given[name] === undefined) continue;
    const point = plainPoint(given[name]);
    if (point === null) return null;
    points[name] = point;
  }
  return { type: 'swipe', direction, ...points, ...lasts };
}

function plainTarget(target: unknown): { readonly type: 'point'; readonly point: Point } | null {
  if (!isObject(target) || target['type'] !== 'point' || !hasOnly(target, TARGET)) return null;
  const point = plainPoint(target['point']);
  return point === null ? null : { type: 'point', point };
}

const TARGET: ReadonlySet<string> = new Set(['type', 'point']);
const POINT: ReadonlySet<string> = new Set(['x', 'y', 'space']);
const SPACES = ['pixel', 'permille', 'unit'] as const;
const DIRECTIONS = DirectionSchema.options;
const STATUSES = StopStatusSchema.options;

function plainPoint(point: unknown): Point | null {
  if (!isObject(point) || !hasOnly(point, POINT)) return null;
  const { x, y } = point;
  const space = SPACES.find((one) => one === point['space']);
  return space !== undefined && isNumber(x) && isNumber(y) ? { x, y, space } : null;
}

function isNumber(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value);
}

function isObject(value: unknown): value is Given {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}

/** Whether an object has these fields at most, each with a value. */
function hasOnly(value: Given, names: ReadonlySet<string>): boolean {
  for (const name in value) if (!names.has(name) || value[name] === undefined) return false;
  return true;
}
