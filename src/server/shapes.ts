import { z } from 'zod';
import { ActionSchema } from '../domain/action.js';
import { EpisodeFindingSchema } from '../domain/scores/episode-finding.js';
import { EpisodeLabelSchema } from '../domain/scores/episode-label.js';
import { FailureCausesSchema } from '../domain/scores/failure-causes.js';
import { AuditLineSchema } from '../formats/access/audit-line.js';
import { NotesLineSchema } from '../formats/notes/run-notes.js';
import { ComparisonFactsSchema } from '../metrics/comparison/comparison-facts.js';
import { TableSchema } from '../metrics/tables/table.js';
import { ActionMarkSchema } from '../report/view/action-mark.js';
import { EpisodeColumnsSchema } from '../report/view/episode-columns.js';
import { EpisodeViewSchema } from '../report/view/episode-view.js';
import { IndexCoverageSchema } from '../report/view/served/index-coverage.js';
import { LabelCaseSchema, LabelQueueSchema, LabelSummarySchema } from '../report/view/served/label-case.js';
import { LivePhoneSchema, LivePhonesSchema } from '../report/view/served/live-phone.js';
import { ReportComparisonSchema, ReportPartsComparisonSchema } from '../report/view/report-comparison.js';
import { ReportCallSchema, ReportEpisodeSchema, ReportStepSchema } from '../report/view/report-episode.js';
import { ReportIndexSchema } from '../report/view/report-index.js';
import { ReportProblemSchema } from '../report/view/report-problem.js';
import { ReportRunSchema } from '../report/view/report-run.js';
import { ReportSummarySchema } from '../report/view/report-summary.js';
import { ReportTaskSchema } from '../report/view/report-task.js';
import { ReportVerdictSchema } from '../report/view/report-verdict.js';
import { RunCardSchema } from '../report/view/run-card.js';
import { RunForkSchema } from '../report/view/run-fork.js';
import { ViewerAboutSchema } from '../report/view/viewer-about.js';
import { ViewerEventSchema } from '../report/view/viewer-event.js';
import { SentPromptSchema } from '../report/view/served/sent-prompt.js';
import {
  EpisodePathSchema,
  TaskRouteSchema,
  WorldFindingsSchema,
  WorldMapSchema,
} from '../report/view/served/world-map.js';

/** What every route answers that cannot do what it was asked. */
export const ErrorAnswerSchema = z.object({
  /** What happened, a sentence. */
  error: z.string(),
  /** Stable, see docs/errors.md. */
  code: z.string(),
  /** What to do next. */
  hint: z.string().optional(),
});
export type ErrorAnswer = z.infer<typeof ErrorAnswerSchema>;

/** Everything that is answered, by the name that it has in the document of the API. */
export const SHAPES = {
  ViewerAbout: ViewerAboutSchema,
  RunCards: z.array(RunCardSchema).readonly(),
  RunCard: RunCardSchema,
  RunFork: RunForkSchema,
  RunForks: z.array(RunForkSchema).readonly(),
  IndexCoverage: IndexCoverageSchema,
  ReportIndex: ReportIndexSchema,
  ReportRun: ReportRunSchema,
  ReportSummary: ReportSummarySchema,
  ReportTask: ReportTaskSchema,
  ReportProblem: ReportProblemSchema,
  ReportComparison: ReportComparisonSchema,
  ReportPartsComparison: ReportPartsComparisonSchema,
  ComparisonFacts: ComparisonFactsSchema,
  EpisodeColumns: EpisodeColumnsSchema,
  Table: TableSchema,
  EpisodeView: EpisodeViewSchema,
  ReportEpisode: ReportEpisodeSchema,
  ReportStep: ReportStepSchema,
  ReportCall: ReportCallSchema,
  SentPrompt: SentPromptSchema,
  ReportVerdict: ReportVerdictSchema,
  Action: ActionSchema,
  ActionMark: ActionMarkSchema,
  EpisodeFinding: EpisodeFindingSchema,
  WorldMap: WorldMapSchema,
  WorldFindings: WorldFindingsSchema,
  TaskRoute: TaskRouteSchema,
  EpisodePath: EpisodePathSchema,
  EpisodePaths: z.array(EpisodePathSchema).readonly(),
  LivePhone: LivePhoneSchema,
  LivePhones: LivePhonesSchema,
  EpisodeLabel: EpisodeLabelSchema,
  FailureCauses: FailureCausesSchema,
  LabelQueue: LabelQueueSchema,
  LabelCase: LabelCaseSchema,
  LabelSummary: LabelSummarySchema,
  ViewerEvent: ViewerEventSchema,
  RunNotes: NotesLineSchema,
  StartedRun: z.object({ run: z.string() }).readonly(),
  AuditLine: AuditLineSchema,
  AuditLines: z.array(AuditLineSchema).readonly(),
  Document: z.record(z.string(), z.unknown()),
  Error: ErrorAnswerSchema,
} as const satisfies Record<string, z.ZodType>;

export type ShapeName = keyof typeof SHAPES;
export type Shape<N extends ShapeName> = z.input<(typeof SHAPES)[N]>;

/** A shape where the document of the API names it. */
export function shapeReference(name: ShapeName): { readonly $ref: string } {
  return { $ref: `#/components/schemas/${name}` };
}

/** All shapes as JSON Schema (draft 2020-12, as OpenAPI 3.1 has it); one that is in another is referred to there. */
export function shapeSchemas(): Readonly<Record<ShapeName, Record<string, unknown>>> {
  const registry = z.registry<{ id: string }>();
  for (const [id, schema] of Object.entries(SHAPES)) registry.add(schema, { id });
  const { schemas } = z.toJSONSchema(registry, {
    uri: (name) => `#/components/schemas/${name}`,
    unrepresentable: 'any',
    io: 'input',
    override: ({ jsonSchema }) => {
      // It would say that nobody may send it; here it says that nobody changes it in memory.
      delete jsonSchema.readOnly;
    },
  });
  const named = Object.entries(schemas).map(([name, schema]) => {
    const { $schema: _dialect, $id: _id, ...own } = schema;
    return [name, own];
  });
  return Object.fromEntries(named) as Record<ShapeName, Record<string, unknown>>;
}
