import { z } from 'zod';
import { ModeSchema } from '../../domain/mode.js';
import { TableSchema } from '../../metrics/tables/table.js';
import { ReportProblemSchema } from './report-problem.js';
import { ReportSummarySchema } from './report-summary.js';

/** How much an agent is shown: `baseline` sees nothing (or the words alone), `oracle` the success rule. */
export const AgentKindSchema = z.enum(['agent', 'baseline', 'oracle']);
export type AgentKind = z.infer<typeof AgentKindSchema>;

/** Accuracy of one atomic capability: milestones reached among those counted. */
export const ReportAbilitySchema = z
  .object({
    ability: z.string(),
    reached: z.number(),
    counted: z.number(),
    low: z.number().nullable(),
    high: z.number().nullable(),
  })
  .readonly();
export type ReportAbility = z.infer<typeof ReportAbilitySchema>;

/** One run with everything that is said of it as a whole. */
export const ReportRunSchema = z
  .object({
    /** Unique within the report; part of links. */
    id: z.string(),
    /** Unique within the report; for people. */
    label: z.string(),
    kind: AgentKindSchema,
    agent: z.string(),
    /** What the agent does, one line; null where nobody says. */
    agentTitle: z.string().nullable(),
    /** Role and model id of every model the agent was bound to. */
    models: z.array(z.string()).readonly(),
    benchmark: z.string(),
    mode: ModeSchema,
    /** Language tag of the instructions that were given; null is each task's first. */
    language: z.string().nullable(),
    /** ISO 8601. */
    startedAt: z.string().nullable(),
    status: z.enum(['complete', 'interrupted', 'aborted', 'budget', 'decided', 'crashed']),
    /** Items times repeats. */
    planned: z.number(),
    /** Its items measure several things apart: `summary.success` is a count of all of them, not a score. */
    inDimensions: z.boolean(),
    summary: ReportSummarySchema,
    abilities: z.array(ReportAbilitySchema).readonly(),
    /** The benchmark's own tables, where its data were available. */
    tables: z.array(TableSchema).readonly(),
    /** Entries of the run's identity as `path` and JSON text. */
    identity: z.array(z.tuple([z.string(), z.string()]).readonly()).readonly(),
    identityHash: z.string(),
    problems: z.array(ReportProblemSchema).readonly(),
    warnings: z.array(z.string()).readonly(),
    /** What people wrote of it; in files only, where there is something. */
    notes: z
      .object({ tags: z.array(z.string()).readonly(), note: z.string() })
      .readonly()
      .optional(),
    /** What its gate says, a sentence per check; null where none was asked for, or the run has gone on since. */
    gate: z
      .object({ met: z.boolean(), sentences: z.array(z.string()).readonly() })
      .readonly()
      .nullable(),
  })
  .readonly();
export type ReportRun = z.infer<typeof ReportRunSchema>;
