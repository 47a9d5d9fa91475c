import { z } from 'zod';
import { FindingSchema } from '../../domain/finding.js';
import { ModeSchema } from '../../domain/mode.js';
import { ProofSchema } from '../../domain/proof.js';

/** What the linter says about a benchmark: `touchstone lint --json` prints exactly this. */
export const LintReportSchema = z.object({
  formatVersion: z.literal(1),
  benchmark: z.string(),
  /** Folder that was looked at. */
  folder: z.string(),
  mode: ModeSchema,
  /** Files that were looked at, relative to the folder; those that came in great numbers as one entry each kind. */
  files: z.array(z.string()),
  findings: z.array(FindingSchema),
  proofs: z.array(ProofSchema),
});
export type LintReport = z.infer<typeof LintReportSchema>;
