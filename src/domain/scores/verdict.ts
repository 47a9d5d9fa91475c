import { z } from 'zod';

/** Who kept a task from being done, as a judge sees it. `uncontrollable`: nobody could have done it, such as a login that asks for a phone call. */
export const BlameSchema = z.enum(['agent', 'environment', 'uncontrollable']);
export type Blame = z.infer<typeof BlameSchema>;

/** What a judge says of one requirement of a task: a rubric's criterion, a milestone, a key operation. */
export const CriterionVerdictSchema = z
  .object({
    id: z.string().min(1),
    /** The requirement in words. */
    title: z.string(),
    /** null where the judge could not tell. */
    met: z.boolean().nullable(),
    /** Steps that show it, from 0. */
    steps: z.array(z.int().nonnegative()).readonly(),
    reason: z.string(),
  })
  .readonly();
export type CriterionVerdict = z.infer<typeof CriterionVerdictSchema>;

/**
 * What a judge says of one episode. Outcome, process and blame stand apart; each rests on steps that the judge named. A
 * judge that names none, or steps that are not there, has given no verdict.
 */
export const VerdictSchema = z
  .object({
    outcome: z.enum(['success', 'failure', 'unknown']),
    /** Share of the task done, 0–1; null where the judge does not measure it. */
    completion: z.number().min(0).max(1).nullable(),
    /** Requirement by requirement; empty where the judge looks at the whole alone. */
    process: z.array(CriterionVerdictSchema).readonly(),
    /** null where nothing failed or the judge does not say. */
    blame: BlameSchema.nullable(),
    /** Steps that the outcome rests on, from 0, ascending; empty where it is unknown. */
    steps: z.array(z.int().nonnegative()).readonly(),
    /** A sentence that a person can check; why it is unknown, where it is. */
    explanation: z.string(),
    /** What a kind of judge says beside that, as JSON: answers of a group, what a summariser wrote. */
    details: z.record(z.string(), z.json()).optional(),
  })
  .readonly();
export type Verdict = z.infer<typeof VerdictSchema>;

/** No verdict, with the reason. */
export function unknownVerdict(explanation: string, details?: Verdict['details']): Verdict {
  return {
    outcome: 'unknown',
    completion: null,
    process: [],
    blame: null,
    steps: [],
    explanation,
    ...(details === undefined ? {} : { details }),
  };
}
