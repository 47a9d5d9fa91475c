import { DirectionSchema } from '../../domain/coordinates/geometry-schemas.js';
import type { GymCoordinates } from '../gym-options.js';

/** JSON Schema of one field. */
export type FieldSchema = Readonly<Record<string, unknown>>;

interface ActionField {
  readonly schema: FieldSchema;
  /** Why the value does not fit; null where it does. */
  readonly check: (value: unknown) => string | null;
}

/** Longest text that is typed or said, characters. */
const MAX_TEXT = 100_000;

const number: ActionField = {
  schema: { type: 'number' },
  check: (value) => (typeof value === 'number' && Number.isFinite(value) ? null : 'should be a number'),
};

const text: ActionField = {
  schema: { type: 'string' },
  check: (value) => {
    if (typeof value !== 'string') return 'should be a text';
    return value.length > MAX_TEXT ? `should have at most ${MAX_TEXT} characters` : null;
  },
};

/** Every field that an action may have besides its type. */
export const ACTION_FIELDS = {
  x: number,
  y: number,
  x2: number,
  y2: number,
  direction: {
    schema: { enum: DirectionSchema.options },
    check: (value) =>
      DirectionSchema.safeParse(value).success
        ? null
        : `should be one of ${DirectionSchema.options.join(', ')}`,
  },
  text,
  key: text,
  app: text,
  duration_ms: {
    schema: { type: 'integer' },
    check: (value) =>
      Number.isSafeInteger(value) && Number(value) >= 0 ? null : 'should be a whole number from 0',
  },
  status: text,
} as const satisfies Readonly<Record<string, ActionField>>;

export type ActionFieldName = keyof typeof ACTION_FIELDS;

const POSITIONS: ReadonlySet<string> = new Set(['x', 'y', 'x2', 'y2']);

/** Where the space of a position ends; null for pixels, which differ by screen, and for other fields. */
export function mostOf(field: string, coordinates: GymCoordinates): number | null {
  if (!POSITIONS.has(field) || coordinates === 'pixel') return null;
  return coordinates === 'unit' ? 1 : 1000;
}
