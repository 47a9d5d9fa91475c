import { z } from 'zod';

/** An expectation that waits for somebody. */
export const OpenExpectationSchema = z.object({
  /** Among the expectations of its task, from 1. */
  number: z.int().positive(),
  /** Step of the test case, from 1; null where it has none. */
  step: z.int().positive().nullable(),
  expected: z.string(),
  /** `unfinished`: there is no rule; `rejected`: a review found the proposal wrong; `broken`: its entry cannot be read. */
  status: z.enum(['draft', 'unfinished', 'rejected', 'broken']),
  /** The proposed rule as a phrase. */
  rule: z.string().nullable(),
  note: z.string().nullable(),
});
export type OpenExpectation = z.infer<typeof OpenExpectationSchema>;

/** A task that is not scored before somebody has looked at it. */
export const DraftTaskSchema = z.object({
  id: z.string(),
  title: z.string(),
  /** What agents are asked for; null where the task has no instruction. */
  goal: z.object({ language: z.string(), text: z.string() }).nullable(),
  apps: z.array(z.string()),
  /** Node that it starts on; null: the root. */
  start: z.string().nullable(),
  preconditions: z.string().nullable(),
  /** Those that are open. */
  expectations: z.array(OpenExpectationSchema),
});
export type DraftTask = z.infer<typeof DraftTaskSchema>;

/** What `touchstone tasks review --json` prints. */
export const ReviewReportSchema = z.object({
  formatVersion: z.literal(1),
  /** The suite, absolute. */
  file: z.string(),
  /** Expectations that were answered in this call, as `TASK#NUMBER`. */
  accepted: z.array(z.string()),
  rejected: z.array(z.string()),
  notChecked: z.array(z.string()),
  /** Tasks whose goal was changed. */
  goals: z.array(z.string()),
  /** Tasks that wait; those of which every open expectation was rejected are among them. */
  waiting: z.array(DraftTaskSchema),
  /** Tasks of the suite that nothing keeps from being scored. */
  confirmed: z.int().nonnegative(),
  warnings: z.array(z.string()),
});
export type ReviewReport = z.infer<typeof ReviewReportSchema>;
