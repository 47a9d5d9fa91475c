import { StopStatusSchema, type Action } from '../../domain/action.js';
import { pathDirection, type Point } from '../../domain/geometry.js';
import type { ActionFieldName } from './action-field.js';
import type { GymCoordinates } from '../gym-options.js';

/** The fields of an action whose values have been checked one by one. */
type Fields = Readonly<Partial<Record<ActionFieldName, unknown>>>;

interface ActionType {
  /** One sentence for lists of tools. */
  readonly description: string;
  readonly required: readonly ActionFieldName[];
  readonly optional: readonly ActionFieldName[];
  /** What a tool says that did it. */
  readonly done: string;
  /** Gives in words why the fields do not go together. */
  readonly make: (fields: Fields, coordinates: GymCoordinates) => Action | string;
}

/** Every action of the wire, by its `type`. */
export const ACTION_TYPES = {
  tap: {
    description: 'Tap a point',
    required: ['x', 'y'],
    optional: [],
    done: 'tapped',
    make: (fields, space) => ({
      type: 'tap',
      target: { type: 'point', point: point(fields.x, fields.y, space) },
    }),
  },
  long_press: {
    description: 'Press a point and hold it',
    required: ['x', 'y'],
    optional: ['duration_ms'],
    done: 'pressed',
    make: (fields, space) => ({
      type: 'long_press',
      target: { type: 'point', point: point(fields.x, fields.y, space) },
      ...duration(fields),
    }),
  },
  swipe: {
    description:
      'Move a finger from one point to another, or in a direction from a point or from where it suits',
    required: [],
    optional: ['x', 'y', 'x2', 'y2', 'direction', 'duration_ms'],
    done: 'swiped',
    make: swipe,
  },
  type: {
    description: 'Type a text into the field that has the focus',
    required: ['text'],
    optional: [],
    done: 'typed',
    make: ({ text }) => ({ type: 'type', text: String(text) }),
  },
  key: {
    description: 'Press a key, such as BACK, HOME or ENTER',
    required: ['key'],
    optional: [],
    done: 'pressed',
    make: ({ key }) => ({ type: 'key', key: String(key) }),
  },
  open_app: {
    description: 'Open an app by its name',
    required: ['app'],
    optional: [],
    done: 'opened',
    make: ({ app }) => ({ type: 'open_app', app: String(app) }),
  },
  wait: {
    description: 'Wait until the screen has changed by itself',
    required: [],
    optional: ['duration_ms'],
    done: 'waited',
    make: (fields) => ({ type: 'wait', ...duration(fields) }),
  },
  answer: {
    description: 'Tell the user something; the episode goes on',
    required: ['text'],
    optional: [],
    done: 'answered',
    make: ({ text }) => ({ type: 'answer', text: String(text), terminal: false }),
  },
  stop: {
    description: 'Say that the task is done, or that it cannot be; with a text as the answer to it',
    required: [],
    optional: ['status', 'text'],
    done: 'stopped',
    make: ({ status = 'success', text }) => {
      const parsed = StopStatusSchema.safeParse(status);
      if (!parsed.success) return `status should be one of ${StopStatusSchema.options.join(', ')}`;
      return { type: 'stop', status: parsed.data, ...(typeof text === 'string' ? { answer: text } : {}) };
    },
  },
} as const satisfies Readonly<Record<string, ActionType>>;

export type ActionTypeName = keyof typeof ACTION_TYPES;

function point(x: unknown, y: unknown, space: GymCoordinates): Point {
  return { x: Number(x), y: Number(y), space };
}

function duration({ duration_ms: durationMs }: Fields): { readonly durationMs?: number } {
  return durationMs === undefined ? {} : { durationMs: Number(durationMs) };
}

function swipe(fields: Fields, space: GymCoordinates): Action | string {
  const { x, y, x2, y2 } = fields;
  const direction = DIRECTIONS.find((one) => one === fields.direction) ?? null;
  if ((x === undefined) !== (y === undefined)) return 'x and y come together';
  if ((x2 === undefined) !== (y2 === undefined)) return 'x2 and y2 come together';
  const from = x === undefined ? null : point(x, y, space);
  const to = x2 === undefined ? null : point(x2, y2, space);
  if (to === null) {
    if (direction === null) return 'a swipe has a direction, or both of its ends';
    return { type: 'swipe', direction, ...(from === null ? {} : { at: from }), ...duration(fields) };
  }
  if (from === null) return 'a swipe to a point begins at one: x and y';
  if (direction !== null) return 'a swipe with both of its ends has no direction besides';
  return {
    type: 'swipe',
    direction: pathDirection([from.x, from.y], [to.x, to.y]),
    from,
    to,
    ...duration(fields),
  };
}

const DIRECTIONS = ['up', 'down', 'left', 'right'] as const;
