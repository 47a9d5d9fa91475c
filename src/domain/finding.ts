import { z } from 'zod';

/** `error`: something cannot be read, met or trusted · `warning`: probably a mistake · `note`: worth knowing. */
export const SeveritySchema = z.enum(['error', 'warning', 'note']);
export type Severity = z.infer<typeof SeveritySchema>;

/** One kind of defect. */
export interface FindingRule {
  /** Stable, `family/kebab-case`. */
  readonly id: string;
  readonly severity: Severity;
  /** What is wrong where this is found, one sentence. */
  readonly title: string;
  /** What to do about it, one sentence. */
  readonly hint: string;
}

/** One defect of a benchmark, and where it is. */
export const FindingSchema = z.object({
  rule: z.string(),
  severity: SeveritySchema,
  /** What is wrong with which thing. */
  message: z.string(),
  /** What to do about this one, where the rule's own hint does not cover it. */
  hint: z.string().optional(),
  /** `file` is relative to the folder that was checked, with forward slashes; lines and columns count from 1. */
  place: z
    .object({
      file: z.string(),
      line: z.int().positive().optional(),
      column: z.int().positive().optional(),
      path: z.array(z.union([z.string(), z.number()])).optional(),
    })
    .nullable(),
  /** Ids of what it is about (nodes, tasks, files), the thing to repair first. */
  subjects: z.array(z.string()),
  /** Numbers and ids behind the message. */
  details: z.record(z.string(), z.unknown()).optional(),
});
export type Finding = z.infer<typeof FindingSchema>;

/** How many findings of each severity. */
export function countBySeverity(findings: Iterable<Finding>): Record<Severity, number> {
  const counts = { error: 0, warning: 0, note: 0 };
  for (const { severity } of findings) counts[severity] += 1;
  return counts;
}
