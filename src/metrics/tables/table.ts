import { z } from 'zod';

const PairSchema = z.tuple([z.number(), z.number()]).readonly();

/** A cell: what is printed, and the number behind it. */
export const CellSchema = z
  .object({
    text: z.string(),
    value: z.number().nullable().optional(),
    /**
     * Both ends, lower first, of the interval or bounds that the text shows, or of the value's own 95 % interval; in the
     * unit of values: ratios, not percent.
     */
    interval: PairSchema.optional(),
    /** What the text shows as `hit/total`, or what the value is the ratio of. */
    counts: PairSchema.optional(),
    /** Items the number was computed from, as item key texts; lets a reader follow it. */
    items: z.array(z.string()).readonly().optional(),
  })
  .readonly();
export type Cell = z.infer<typeof CellSchema>;

export const ColumnSchema = z
  .object({
    title: z.string(),
    align: z.enum(['left', 'right']),
    /** Heading over neighbouring columns of the same group. */
    group: z.string().optional(),
    /** Order in which a narrow terminal leaves columns out, lowest first; a column without is always shown. Drawing alone. */
    hideOrder: z.number().optional(),
  })
  .readonly();
export type Column = z.infer<typeof ColumnSchema>;

/** Rows and columns as every output (terminal, JSON, HTML) shows them. */
export const TableSchema = z
  .object({
    /** Stable name, for JSON. */
    id: z.string(),
    title: z.string(),
    columns: z.array(ColumnSchema).readonly(),
    rows: z.array(z.array(CellSchema).readonly()).readonly(),
    /** Sentences below the table: denominators, voided items, deviations. */
    notes: z.array(z.string()).readonly(),
  })
  .readonly();
export type Table = z.infer<typeof TableSchema>;
