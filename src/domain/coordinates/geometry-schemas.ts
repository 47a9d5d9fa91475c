import { z } from 'zod';

/** Width and height in pixels. */
export const SizeSchema = z.object({ width: z.int().positive(), height: z.int().positive() });
export type Size = z.infer<typeof SizeSchema>;

/** Unit of a recorded position: pixels of the stored picture, 0–1000 or 0–1 per axis. */
export const PointSpaceSchema = z.enum(['pixel', 'permille', 'unit']);
export type PointSpace = z.infer<typeof PointSpaceSchema>;

/**
 * A position as recorded, with the space it was recorded in; origin top-left, x to the right, y down.
 *
 * `resolved` is the same position in real-valued pixels of the source picture; `pixel` the integer pixel under it, there
 * only if the recorded position lies in the closed range of its space. Both are filled by `resolvePoint`.
 */
export const PointSchema = z.object({
  x: z.number(),
  y: z.number(),
  space: PointSpaceSchema,
  resolved: z.tuple([z.number(), z.number()]).optional(),
  pixel: z.tuple([z.int(), z.int()]).optional(),
});
export type Point = z.infer<typeof PointSchema>;

/** `[x1, y1, x2, y2]` in pixels of the source picture, all four sides inclusive. */
export const BoxSchema = z.tuple([z.number(), z.number(), z.number(), z.number()]);
export type Box = z.infer<typeof BoxSchema>;

export const DirectionSchema = z.enum(['up', 'down', 'left', 'right']);
/** The way the finger moves. */
export type Direction = z.infer<typeof DirectionSchema>;
