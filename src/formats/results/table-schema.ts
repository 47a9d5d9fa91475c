import { z } from 'zod';

const PairSchema = z.tuple([z.number(), z.number()]).readonly();

const CellSchema = z.object({
  /** As printed. */
  text: z.string(),
  /** The number behind the text: ratios in 0–1. */
  value: z.number().nullable().optional(),
  /** Ends of the interval or bounds that the text shows, or of the value's own 95 % interval. */
  interval: PairSchema.optional(),
  /** Numerator and denominator of the value. */
  counts: PairSchema.optional(),
  /** Items the number was computed from, as `item#repeat`. */
  items: z.array(z.string()).readonly().optional(),
});

/** A result table as commands print it with `--json`. */
export const TableSchema = z.object({
  /** Stable name. */
  id: z.string(),
  title: z.string(),
  columns: z
    .array(z.object({ title: z.string(), align: z.enum(['left', 'right']), group: z.string().optional() }))
    .readonly(),
  rows: z.array(z.array(CellSchema).readonly()).readonly(),
  notes: z.array(z.string()).readonly(),
});
