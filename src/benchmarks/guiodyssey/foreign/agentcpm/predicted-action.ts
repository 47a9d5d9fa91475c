import { z } from 'zod';
import { directionOf, SWIPE_DIRECTIONS, type SwipeDirection } from './direction-of.js';

/** Integers as JSON Schema has them, of any size. */
const integer = z.number().refine(Number.isInteger);
const position = z.tuple([integer.min(0).max(1000), integer.min(0).max(1000)]);

/** Milliseconds that count where no duration is given; a longer touch is a long one. */
const DEFAULT_MS = 200;
const STOPS: readonly string[] = ['finish', 'satisfied', 'impossible', 'interrupt', 'need_feedback'];
/** At most one of these says what is done. */
const ACTS = ['POINT', 'PRESS', 'TYPE', 'DEEP_LINK', 'CLEAR'] as const;

const ActionSchema = z.strictObject({
  thought: z.string().optional(),
  POINT: position.optional(),
  to: z.union([z.enum(SWIPE_DIRECTIONS), position]).optional(),
  duration: integer.min(0).optional(),
  PRESS: z.enum(['HOME', 'BACK', 'ENTER', 'APPSELECT']).optional(),
  TYPE: z.string().optional(),
  DEEP_LINK: z.null().optional(),
  CLEAR: z.null().optional(),
  STATUS: z
    .enum(['continue', 'start', 'finish', 'satisfied', 'impossible', 'interrupt', 'need_feedback'])
    .optional(),
});

/** What the evaluator takes from an action of AgentCPM-GUI; points in 0–1. */
export type PredictedAction =
  | { readonly kind: 'click' | 'long_point'; readonly x: number; readonly y: number }
  | { readonly kind: 'scroll'; readonly direction: SwipeDirection | null }
  | { readonly kind: 'type'; readonly text: string }
  | { readonly kind: 'press'; readonly key: string }
  | { readonly kind: 'stop' };

/**
 * A JSON action by its kind; null for what is no valid one: a format miss.
 *
 * Source: AgentCPM-GUI, `eval/utils/schema/schema_for_extraction.json`, `eval/utils/evaluator.py`.
 */
export function predictedAction(value: unknown): PredictedAction | null {
  const parsed = ActionSchema.safeParse(value);
  if (!parsed.success) return null;
  const { POINT: point, to, duration, PRESS: key, TYPE: text, STATUS: status } = parsed.data;
  const acts = ACTS.filter((act) => parsed.data[act] !== undefined);
  const isStop = status !== undefined && STOPS.includes(status);
  if (acts.length > 1 || (to !== undefined && point === undefined)) return null;
  if (!isStop && acts.length === 0 && duration === undefined) return null;
  if (isStop) return { kind: 'stop' };
  if (text !== undefined) return { kind: 'type', text };
  const lasts = duration ?? DEFAULT_MS;
  if (point !== undefined && lasts >= DEFAULT_MS) {
    const [x, y] = [point[0] / 1000, point[1] / 1000];
    if (lasts > DEFAULT_MS) return { kind: 'long_point', x, y };
    if (to === undefined) return { kind: 'click', x, y };
    return { kind: 'scroll', direction: typeof to === 'string' ? to : directionOf(point, to) };
  }
  return key === undefined ? { kind: 'stop' } : { kind: 'press', key: key.toLowerCase() };
}
