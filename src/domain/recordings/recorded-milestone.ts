import { z } from 'zod';

/** Corners of an area as shares of the screen's width and height, 0–1: left, top, right, bottom. */
export const UnitBoxSchema = z
  .tuple([
    z.number().min(0).max(1),
    z.number().min(0).max(1),
    z.number().min(0).max(1),
    z.number().min(0).max(1),
  ])
  .refine(([left, top, right, bottom]) => left <= right && top <= bottom, {
    error: 'an area is [left, top, right, bottom]',
  });
export type UnitBox = z.infer<typeof UnitBoxSchema>;

/**
 * A sub-target that a person marked while recording. Source: AndroidLens paper (supplement), nested sub-targets.
 */
export const RecordedMilestoneSchema = z.object({
  /** Unique within its recording. */
  id: z.string().regex(/^[\w-]{1,60}$/),
  /** The target in words. */
  subTarget: z.string().min(1),
  /** Steps that were done when it was marked; the screen after the last of them shows that it is reached. */
  step: z.int().nonnegative(),
  /** Screen that shows it. */
  screen: z.string().min(1),
  /** Key component of that screen; null where nobody drew one. */
  box: UnitBoxSchema.nullable(),
  /** Text of the key component. */
  text: z.string(),
  /** States that matter, such as `selected` or `checked`. */
  state: z.array(z.string()),
  /** Neighbours of one group may be reached in any order; null: in the order in which they were marked. */
  group: z.string().min(1).nullable(),
});
export type RecordedMilestone = Readonly<z.infer<typeof RecordedMilestoneSchema>>;
