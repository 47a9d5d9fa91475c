import { z } from 'zod';
import { FindingSchema } from '../../domain/finding.js';
import { ModeSchema } from '../../domain/mode.js';
import { ProofSchema } from '../../domain/proof.js';

/** The linter's report on a benchmark: `touchstone lint --json` prints exactly this. */
export const LintReportSchema = z.object({
  formatVersion: z.literal(1),
  benchmark: z.string(),
  /** Folder that was checked. */
  folder: z.string(),
  mode: ModeSchema,
  /** Files that were checked, relative to the folder; files that come in large numbers are one entry per kind. */
  files: z.array(z.string()),
  findings: z.array(FindingSchema),
  proofs: z.array(ProofSchema),
});
export type LintReport = z.infer<typeof LintReportSchema>;
