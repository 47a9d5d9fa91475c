import { z } from 'zod';

/** Where on the picture an action happened. `fraction`: 0–1 of each axis; `pixel`: of the picture at its own size. */
export const MarkPointSchema = z
  .object({ x: z.number(), y: z.number(), unit: z.enum(['fraction', 'pixel']) })
  .readonly();
export type MarkPoint = z.infer<typeof MarkPointSchema>;

/** One thing drawn over a picture. */
export const ActionMarkSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('tap'), at: MarkPointSchema, count: z.number() }).readonly(),
  z.object({ type: z.literal('hold'), at: MarkPointSchema }).readonly(),
  z.object({ type: z.literal('arrow'), from: MarkPointSchema, to: MarkPointSchema }).readonly(),
  z.object({ type: z.literal('box'), from: MarkPointSchema, to: MarkPointSchema }).readonly(),
]);
export type ActionMark = z.infer<typeof ActionMarkSchema>;
