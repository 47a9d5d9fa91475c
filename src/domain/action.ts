import { z } from 'zod';
import type { Point } from './geometry.js';
import { BoxSchema, DirectionSchema, PointSchema } from './coordinates/geometry-schemas.js';

/** What an action is aimed at. */
export const TargetSchema = z.discriminatedUnion('type', [
  /**
   * A position; `box` is the area the model named, in pixels of the source picture; `inBounds: false` marks a miss.
   * `element`, `description` hold what the model named instead, where the agent found the position for it.
   */
  z.object({
    type: z.literal('point'),
    point: PointSchema,
    box: BoxSchema.optional(),
    inBounds: z.boolean().optional(),
    element: z.int().optional(),
    description: z.string().optional(),
  }),
  /** Number of a mark or of an interactable node; its base is the family's own. */
  z.object({ type: z.literal('element'), element: z.int() }),
  /** Cell of an AppAgent grid, areas row by row from 1. */
  z.object({ type: z.literal('grid'), area: z.int(), subarea: z.string() }),
  /** Words that still need grounding. */
  z.object({ type: z.literal('description'), text: z.string() }),
  /** A node of the UI hierarchy by its attributes, exactly as recorded. */
  z.object({ type: z.literal('selector'), attributes: z.record(z.string(), z.string()) }),
]);
export type Target = z.infer<typeof TargetSchema>;

/** The model's or the recording's own words, so that nothing is lost in translation. */
export const NativeActionSchema = z.object({
  family: z.string(),
  name: z.string().optional(),
  arguments: z.unknown().optional(),
  text: z.string().optional(),
});
export type NativeAction = z.infer<typeof NativeActionSchema>;

const base = {
  native: NativeActionSchema.optional(),
  warnings: z.array(z.string()).optional(),
};

export const StopStatusSchema = z.enum(['success', 'failure', 'infeasible', 'interrupted', 'unspecified']);
export type StopStatus = z.infer<typeof StopStatusSchema>;

/**
 * One thing an agent can do to a device, in memory, on the wire and on disk alike. `direction` of a swipe is the way the
 * finger moves. Source: models.md section 1.
 */
export const ActionSchema = z.discriminatedUnion('type', [
  z.object({
    ...base,
    type: z.literal('tap'),
    target: TargetSchema,
    count: z.int().positive().optional(),
    sensitive: z.boolean().optional(),
  }),
  z.object({
    ...base,
    type: z.literal('long_press'),
    target: TargetSchema,
    durationMs: z.number().nonnegative().optional(),
  }),
  z.object({
    ...base,
    type: z.literal('swipe'),
    direction: DirectionSchema.nullable(),
    from: PointSchema.optional(),
    to: PointSchema.optional(),
    at: PointSchema.optional(),
    target: TargetSchema.optional(),
    distance: z.enum(['short', 'medium', 'long']).optional(),
    steps: z.number().optional(),
    durationMs: z.number().nonnegative().optional(),
    style: z.enum(['fling', 'drag']).optional(),
  }),
  z.object({
    ...base,
    type: z.literal('type'),
    text: z.string(),
    target: TargetSchema.optional(),
    clear: z.boolean().optional(),
    submit: z.boolean().optional(),
  }),
  z.object({ ...base, type: z.literal('key'), key: z.string() }),
  z.object({ ...base, type: z.literal('clear_text') }),
  z.object({ ...base, type: z.literal('open_app'), app: z.string() }),
  z.object({ ...base, type: z.literal('open_url'), url: z.string() }),
  z.object({ ...base, type: z.literal('previous_app') }),
  z.object({ ...base, type: z.literal('restart_app') }),
  z.object({ ...base, type: z.literal('wait'), durationMs: z.number().nonnegative().optional() }),
  z.object({ ...base, type: z.literal('grid_overlay') }),
  z.object({ ...base, type: z.literal('answer'), text: z.string(), terminal: z.boolean() }),
  z.object({
    ...base,
    type: z.literal('ask_user'),
    reason: z.enum(['feedback', 'takeover', 'choice', 'confirm']),
    text: z.string().optional(),
  }),
  z.object({
    ...base,
    type: z.literal('memo'),
    op: z.enum(['note', 'quote', 'call_api', 'llm']),
    text: z.string().optional(),
  }),
  z.object({ ...base, type: z.literal('replan') }),
  z.object({ ...base, type: z.literal('stop'), status: StopStatusSchema, answer: z.string().optional() }),
  /**
   * Something a benchmark's own action space does not know (a recorded step in a foreign format, a misspelt verb). It
   * reaches the environment in its native form, where it usually matches nothing.
   */
  z.object({ ...base, type: z.literal('foreign'), native: NativeActionSchema }),
]);
export type Action = z.infer<typeof ActionSchema>;
export type ActionType = Action['type'];
export type ActionOf<T extends ActionType> = Extract<Action, { type: T }>;

/** A tap at a point. */
export function tap(point: Point): ActionOf<'tap'> {
  return { type: 'tap', target: { type: 'point', point } };
}

/** The end of an episode as the agent declares it. */
export function stop(status: StopStatus = 'success', answer?: string): ActionOf<'stop'> {
  return answer === undefined ? { type: 'stop', status } : { type: 'stop', status, answer };
}
