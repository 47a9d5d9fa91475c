import { z } from 'zod';
import { JudgeMeasurementSchema } from '../../domain/scores/judge-measurement.js';

const HashSchema = z.string().regex(/^[0-9a-f]{64}$/, { message: 'expected a SHA-256 in lower-case hex' });

/** What a judge was measured on. */
const MeasuredOnSchema = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('run'),
    /** Id of the run, and the hash of its identity. */
    run: z.string().min(1),
    identityHash: z.string().min(1),
    /** Label of the judge's pass over it. */
    pass: z.string().min(1),
  }),
  z.object({
    type: z.literal('exam'),
    /** Name of its file, and its SHA-256. */
    name: z.string().min(1),
    hash: HashSchema,
  }),
]);

/** A judge's accuracy, bound to the judge and the labels that it was measured with. */
export const CalibrationSchema = z.object({
  formatVersion: z.literal(1),
  /** Version of Touchstone. */
  touchstone: z.string(),
  /** ISO 8601. */
  at: z.iso.datetime(),
  judge: z.object({
    /** Everything that can change a verdict: name, version, models, prompts, options. */
    identity: z.record(z.string(), z.json()),
    /** SHA-256 of the identity as canonical JSON. */
    hash: HashSchema,
  }),
  measuredOn: MeasuredOnSchema,
  labels: z.object({
    /** SHA-256 of the file of labels, or of the exam where the labels stand in it. */
    hash: HashSchema,
    labellers: z.array(z.string()),
    /** How disagreements of labellers were resolved, how many there were, and how many of them are left out. */
    disagreements: z.enum(['majority', 'leave-out']),
    disagreed: z.int().nonnegative(),
    leftOut: z.int().nonnegative(),
    /** Items of which everybody was unsure. */
    unsure: z.int().nonnegative(),
    /** Whether the labelled items are a random part of those judged, as the person who chose them says. */
    random: z.boolean(),
  }),
  measurement: JudgeMeasurementSchema,
});
export type Calibration = z.infer<typeof CalibrationSchema>;
