import { stop, type Action, type ActionOf, type NativeAction } from '../../../domain/action.js';
import type { Direction } from '../../../domain/geometry.js';
import {
  actionsResult,
  formatErrorOf,
  invalid,
  isProblem,
  missing,
  noAction,
  problemResult,
  quoted,
  type ArgumentProblem,
} from '../reading/parse-result.js';
import { answerEnd } from '../reading/answer-end.js';
import { cutThinking } from '../reading/cut-thinking.js';
import type { ParseContext, ParseResult } from '../dialect.js';
import { pathSwipe, positionTarget, type PositionContext } from '../reading/position-target.js';
import { readLooseJson } from '../reading/read-loose-json.js';
import { coordinateSpan, type CoordinateRule } from '../reading/resolve-position.js';
import {
  AGENTCPM_KEYS,
  AGENTCPM_STATUSES,
  DEFAULT_DURATION_MS,
  type AgentcpmStatus,
} from './agentcpm-schema.js';

export interface AgentcpmOptions {
  readonly family: string;
  readonly coordinates: CoordinateRule;
}

type Fields = Readonly<Record<string, unknown>>;
type Pair = readonly [number, number];

const PRIMITIVES = ['POINT', 'PRESS', 'TYPE', 'CLEAR', 'DEEP_LINK'] as const;
const KEYS: ReadonlySet<string> = new Set([...PRIMITIVES, 'thought', 'to', 'duration', 'STATUS']);
const DIRECTIONS: readonly unknown[] = ['up', 'down', 'left', 'right'];

/**
 * Reads one compact JSON object that obeys the family's schema; keys are case-sensitive. All that is forgiven is white
 * space and a code fence, since the published evaluation refuses everything else.
 *
 * Source: AgentCPM-GUI repository, `utils/schema`.
 */
export function parseAgentcpm(answer: string, context: ParseContext, options: AgentcpmOptions): ParseResult {
  const warnings = new Set<string>();
  const { text, thought: thinking } = cutThinking(answer);
  const located = locate(text, warnings);
  if (located === null) {
    return formatErrorOf(answer, 'no_action', 'there is no JSON object');
  }
  const { start, end } = located;
  // Only what JSON allows: repaired JSON is refused, so its warnings go nowhere.
  const repaired = new Set<string>();
  const json = readLooseJson(text, start, { warnings: repaired, to: end });
  const message =
    json.type === 'problem'
      ? json.message
      : repaired.size > 0
        ? 'this is not JSON'
        : 'something stands behind the object';
  if (json.type === 'problem' || repaired.size > 0 || text.slice(json.end, end).trim() !== '') {
    return formatErrorOf(answer, 'malformed_action', message, [start, json.end]);
  }
  const written = text.slice(start, json.end);
  if (!isCompact(written, json.value)) warnings.add('extra_text');
  if (typeof json.value !== 'object' || json.value === null || Array.isArray(json.value)) {
    return formatErrorOf(answer, 'malformed_action', 'this is not an object', [start, json.end]);
  }
  // An object with string keys, as checked above.
  const fields = json.value as Fields;
  const positions: PositionContext = { coordinates: options.coordinates, sizes: context, warnings };
  const said = typeof fields['thought'] === 'string' ? fields['thought'].trim() : null;
  const thought = said || thinking;
  const native: NativeAction = { family: options.family, arguments: fields, text: written };
  const read = readFields(fields, native, positions);
  if (isProblem(read)) {
    return problemResult(answer, read, thought, [start, json.end]);
  }
  return actionsResult(read.actions, { thought }, warnings);
}

/** The object, fence aside; null where nothing opens one. Text around it is left in, and makes the answer malformed. */
function locate(text: string, warnings: Set<string>): { start: number; end: number } | null {
  const end = answerEnd(text);
  const from = text.search(/\S/);
  const fence = /^```[\w-]{0,20}\s*/.exec(text.slice(from, from + 40));
  if (fence !== null && text.slice(0, end).endsWith('```') && end - 3 > from + fence[0].length) {
    warnings.add('code_fence');
    return { start: from + fence[0].length, end: end - 3 };
  }
  return text.includes('{') ? { start: from, end } : null;
}

function isCompact(written: string, value: unknown): boolean {
  return written === JSON.stringify(value) || !/\s/.test(written.replaceAll(/"(?:[^"\\]|\\.)*"/g, ''));
}

interface ReadActions {
  readonly actions: readonly [Action, ...Action[]];
}

function readFields(
  fields: Fields,
  native: NativeAction,
  positions: PositionContext,
): ReadActions | ArgumentProblem {
  const given = PRIMITIVES.filter((key) => Object.hasOwn(fields, key));
  const unknown = Object.keys(fields).find((key) => !KEYS.has(key));
  if (unknown !== undefined) {
    const kind = given.length === 0 ? 'unknown_action' : 'invalid_argument';
    return { kind, message: `there is no key ${quoted(unknown)}` };
  }
  const [name, another] = given;
  if (another !== undefined) {
    return { kind: 'conflicting_actions', message: `${name} and ${another} exclude each other` };
  }
  const status = statusOf(fields['STATUS']);
  if (typeof status !== 'string') return status;
  const duration = fields['duration'];
  if (Object.hasOwn(fields, 'duration') && !isCount(duration))
    return invalid('a duration is whole milliseconds');
  if (Object.hasOwn(fields, 'thought') && typeof fields['thought'] !== 'string')
    return invalid('a thought is a text');
  if (Object.hasOwn(fields, 'to') && name !== 'POINT') {
    return missing('to needs a POINT');
  }
  const durationMs = isCount(duration) ? duration : null;
  const action =
    name === undefined ? waiting(durationMs, native) : primitive(name, fields, durationMs, native, positions);
  if (action !== null && isProblem(action)) return action;
  const last = endOf(status, native);
  if (action !== null) return { actions: last === null ? [action] : [action, last] };
  if (last !== null) return { actions: [last] };
  return noAction('there is no action, and the status does not end the task');
}

function waiting(durationMs: number | null, native: NativeAction): Action | null {
  return durationMs === null ? null : { type: 'wait', durationMs, native };
}

function primitive(
  name: (typeof PRIMITIVES)[number],
  fields: Fields,
  durationMs: number | null,
  native: NativeAction,
  positions: PositionContext,
): Action | ArgumentProblem {
  const value = fields[name];
  const named = { ...native, name };
  switch (name) {
    case 'POINT':
      return touch(fields, durationMs, named, positions);
    case 'PRESS': {
      const key = typeof value === 'string' ? AGENTCPM_KEYS.get(value) : undefined;
      return key === undefined
        ? invalid('PRESS takes HOME, BACK or ENTER')
        : { type: 'key', key, native: named };
    }
    case 'TYPE':
      return typeof value === 'string'
        ? { type: 'type', text: value, native: named }
        : invalid('TYPE takes a text');
    case 'CLEAR':
      return value === null ? { type: 'clear_text', native: named } : invalid('CLEAR takes null');
    case 'DEEP_LINK':
      return value === null ? { type: 'previous_app', native: named } : invalid('DEEP_LINK takes null');
    default:
      return name satisfies never;
  }
}

function touch(
  { POINT, to }: Fields,
  durationMs: number | null,
  native: NativeAction,
  positions: PositionContext,
): Action | ArgumentProblem {
  const point = pairOf(POINT, positions);
  if (point === null) return invalid('POINT takes two whole numbers within its range');
  const time = durationMs === null ? {} : { durationMs };
  if (to !== undefined) {
    const end = pairOf(to, positions);
    if (end !== null) return { ...pathSwipe(point, end, positions), ...time, native };
    if (!DIRECTIONS.includes(to)) return invalid('to takes a direction or two whole numbers');
    const anchor = positionTarget(point, positions);
    // One of the four words, as checked above.
    const direction = to as Direction;
    return { type: 'swipe', direction, ...(anchor === null ? {} : { at: anchor.point }), ...time, native };
  }
  const target = positionTarget(point, positions);
  if (target === null) return invalid('POINT takes two whole numbers');
  return durationMs !== null && durationMs > DEFAULT_DURATION_MS
    ? { type: 'long_press', target, durationMs, native }
    : { type: 'tap', target, native };
}

function pairOf(value: unknown, { coordinates, sizes }: PositionContext): Pair | null {
  if (!Array.isArray(value) || value.length !== 2) return null;
  const [x, y] = value as readonly unknown[];
  const span = coordinateSpan(coordinates, sizes);
  return isCount(x) && isCount(y) && (span === null || (x <= span.width && y <= span.height)) ? [x, y] : null;
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0;
}

function statusOf(value: unknown): AgentcpmStatus | ArgumentProblem {
  if (value === undefined) return 'continue';
  return AGENTCPM_STATUSES.find((status) => status === value) ?? invalid('there is no such STATUS');
}

function endOf(status: AgentcpmStatus, native: NativeAction): ActionOf<'stop'> | ActionOf<'ask_user'> | null {
  const named = { ...native, name: 'STATUS' };
  switch (status) {
    case 'continue':
    case 'start':
      return null;
    case 'finish':
    case 'satisfied':
      return { ...stop('success'), native: named };
    case 'impossible':
      return { ...stop('infeasible'), native: named };
    case 'interrupt':
      return { ...stop('interrupted'), native: named };
    case 'need_feedback':
      return { type: 'ask_user', reason: 'feedback', native: named };
    default:
      return status satisfies never;
  }
}
