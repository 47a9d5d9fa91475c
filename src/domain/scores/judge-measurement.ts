import { z } from 'zod';

const CountSchema = z.int().nonnegative();
const ShareSchema = z.number().min(0).max(1);

/** Both ends of a 95 % interval, lower first. */
export const EndsSchema = z.tuple([z.number(), z.number()]).readonly();

/** Items by what a judge and people said of them. Unknown verdicts and unlabelled items are in no rate. */
export const JudgeCountsSchema = z
  .object({
    /** Both say success. */
    truePositives: CountSchema,
    /** The judge says success, people failure. */
    falsePositives: CountSchema,
    /** The judge says failure, people success. */
    falseNegatives: CountSchema,
    /** Both say failure. */
    trueNegatives: CountSchema,
    /** Labelled successes that the judge said nothing about. */
    unknownSuccesses: CountSchema,
    unknownFailures: CountSchema,
    unlabelled: CountSchema,
  })
  .readonly();
export type JudgeCounts = z.infer<typeof JudgeCountsSchema>;

/** A share of counted items; `value` and `interval` are null where there are none. */
export const MeasuredShareSchema = z
  .object({
    hits: CountSchema,
    total: CountSchema,
    value: ShareSchema.nullable(),
    interval: EndsSchema.nullable(),
  })
  .readonly();
export type MeasuredShare = z.infer<typeof MeasuredShareSchema>;

/** Agreement beyond chance; `value` is null where chance alone already agrees fully, or nothing was rated twice. */
export const MeasuredKappaSchema = z
  .object({
    n: CountSchema,
    value: z.number().min(-1).max(1).nullable(),
    interval: EndsSchema.nullable(),
  })
  .readonly();
export type MeasuredKappa = z.infer<typeof MeasuredKappaSchema>;

/** How often a judge is right on items that people labelled. */
export const JudgeRatesSchema = z
  .object({
    counts: JudgeCountsSchema,
    /** Share of true successes that the judge calls so. */
    sensitivity: MeasuredShareSchema,
    /** Share of true failures that the judge calls so. */
    specificity: MeasuredShareSchema,
    /** Share of the judge's successes that are so. */
    precision: MeasuredShareSchema,
    /** Share of verdicts that agree with the label. */
    accuracy: MeasuredShareSchema,
    /** Cohen's kappa of judge and people. */
    kappa: MeasuredKappaSchema,
  })
  .readonly();
export type JudgeRates = z.infer<typeof JudgeRatesSchema>;

/** What showing the judge's verdict does to people's labels. */
export const AutomationBiasSchema = z
  .object({
    /** Labels given blind and again informed, with a verdict of the judge. */
    n: CountSchema,
    /** Left out: `unsure` in one of the passes, or the judge said nothing. */
    leftOut: CountSchema,
    /** Of labels that contradicted the judge when blind, those that agree with it once it is shown. */
    towards: MeasuredShareSchema,
    /** Of labels that agreed with the judge when blind, those that contradict it once it is shown. */
    away: MeasuredShareSchema,
    /** Agreement with the judge, informed less blind, in -1 to 1; null without labels. */
    shift: z.number().min(-1).max(1).nullable(),
    /** p of the exact McNemar test that labels change in both directions equally often; null without labels. */
    p: ShareSchema.nullable(),
    /** Agreement of the two passes. */
    kappa: MeasuredKappaSchema,
  })
  .readonly();
export type AutomationBias = z.infer<typeof AutomationBiasSchema>;

/** Everything that was measured of a judge against people's labels. */
export const JudgeMeasurementSchema = z
  .object({
    rates: JudgeRatesSchema,
    /** The same against the labels of one pass alone, where labels of it were given. */
    passes: z.partialRecord(z.enum(['blind', 'informed']), JudgeRatesSchema).readonly(),
    /** null unless some items were labelled in both passes. */
    bias: AutomationBiasSchema.nullable(),
  })
  .readonly();
export type JudgeMeasurement = z.infer<typeof JudgeMeasurementSchema>;
