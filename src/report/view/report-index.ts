import { z } from 'zod';
import { TableSchema } from '../../metrics/tables/table.js';
import { EpisodeColumnsSchema } from './episode-columns.js';
import {
  ReportComparisonSchema,
  ReportPartsComparisonSchema,
  UncomparedRunSchema,
} from './report-comparison.js';
import { REPORT_LANGUAGES } from './report-language.js';
import { ReportProblemSchema } from './report-problem.js';
import { ReportRunSchema } from './report-run.js';
import { ReportTaskSchema } from './report-task.js';

/**
 * Some runs with everything that is needed before somebody opens an episode. A report file holds it, the steps of the
 * episodes in chunks beside it; a server answers with it. Nothing that is written is checked against it.
 */
export const ReportIndexSchema = z
  .object({
    /** Version of Touchstone that wrote the report. */
    touchstone: z.string(),
    /** ISO 8601. */
    writtenAt: z.string(),
    title: z.string().nullable(),
    /** Language to begin with; null leaves it to the reader's browser. */
    language: z.enum(REPORT_LANGUAGES).nullable(),
    runs: z.array(ReportRunSchema).readonly(),
    tasks: z.array(ReportTaskSchema).readonly(),
    episodes: EpisodeColumnsSchema,
    /** Episodes' end reasons as the columns number them. */
    reasons: z.array(z.string()).readonly(),
    /** Names of the scanners that found something, as the columns number them. */
    scanners: z.array(z.string()).readonly(),
    comparisons: z.array(ReportComparisonSchema).readonly(),
    partComparisons: z.array(ReportPartsComparisonSchema).readonly(),
    /** Of runs that are splits of one thing, each split and the averages over them. */
    splits: z.array(TableSchema).readonly(),
    /** Of several runs those that stand in no comparison. */
    uncompared: z.array(UncomparedRunSchema).readonly(),
    /** What kept whole runs, or parts of the report, out. */
    problems: z.array(ReportProblemSchema).readonly(),
  })
  .readonly();
export type ReportIndex = z.infer<typeof ReportIndexSchema>;
