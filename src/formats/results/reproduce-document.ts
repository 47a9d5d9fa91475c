import { z } from 'zod';
import { TableSchema } from './table-schema.js';

const ScalarSchema = z.union([z.string(), z.number(), z.boolean()]);

const SamplingSchema = z.object({
  temperature: z.number().optional(),
  topP: z.number().optional(),
  topK: z.number().optional(),
  maxOutputTokens: z.number().optional(),
  seed: z.number().optional(),
});

/** A model as the paper names it, and ids under which it is served. */
const ModelSchema = z.object({ name: z.string(), ids: z.array(z.string()).readonly() });

/** One run of a row. */
const RecipeSchema = z.object({
  /** Which of the row's runs; absent where there is one alone. */
  part: z.string().optional(),
  /** The run of another row that is this one as well. */
  runOf: z.object({ table: z.string(), row: z.string(), part: z.string().optional() }).optional(),
  benchmark: z.string(),
  /** Settings of `touchstone run` by their names. */
  settings: z.record(z.string(), z.union([ScalarSchema, z.record(z.string(), ScalarSchema)])),
  /** Whose words the paper's models were asked in. */
  prompts: z.discriminatedUnion('type', [
    z.object({
      type: z.literal('official'),
      set: z.string().nullable(),
      options: z.record(z.string(), z.string()).optional(),
      repository: z.string(),
      lacks: z.string().optional(),
    }),
    z.object({ type: z.literal('dialect'), repository: z.string() }),
    z.object({ type: z.literal('paper'), where: z.string() }),
    z.object({ type: z.literal('unknown'), why: z.string() }),
  ]),
  model: ModelSchema.optional(),
  /** null: it is not said. The paper's is sent, else the code's. */
  sampling: z.object({ paper: SamplingSchema.nullable(), code: SamplingSchema.nullable() }),
  /** Role → the paper's model in it. */
  roles: z.record(z.string(), z.string()).optional(),
  files: z.record(z.string(), z.string()).optional(),
});

const PaperRowSchema = z.object({
  id: z.string(),
  heads: z.array(z.string()).readonly(),
  status: z.string(),
  /** What the status means, and what to do. */
  means: z.string(),
  next: z.string(),
  why: z.string().optional(),
  model: ModelSchema.optional(),
  runs: z.array(RecipeSchema).readonly(),
  /** As printed, in percent or the column's unit; null where the paper prints none. */
  published: z.array(z.number().nullable()).readonly(),
  conditions: z.array(z.string()).readonly().optional(),
});

/** A table of a paper with what it takes to repeat it. */
const PaperTableSchema = z.object({
  id: z.string(),
  paper: z.string(),
  title: z.string(),
  needs: z.array(z.string()).readonly(),
  heads: z.array(z.string()).readonly(),
  columns: z
    .array(
      z.object({
        title: z.string(),
        group: z.string().optional(),
        digits: z.int(),
        unit: z.string().optional(),
      }),
    )
    .readonly(),
  rows: z.array(PaperRowSchema).readonly(),
  conditions: z.array(z.string()).readonly(),
});

/** What `touchstone reproduce --json` prints; which parts there are depends on what was asked. */
export const ReproduceDocumentSchema = z.object({
  formatVersion: z.literal(1),
  /** Tables of papers that were listed or shown. */
  papers: z.array(PaperTableSchema).readonly().optional(),
  /** Commands of a dry run, in order. */
  commands: z
    .array(
      z.object({
        /** Name that the run gets. */
        run: z.string(),
        /** What follows `touchstone`. */
        words: z.array(z.string()).readonly(),
        /** The same as a line for a shell. */
        command: z.string(),
        /** Flags whose values are still to be named. */
        open: z.array(z.string()).readonly(),
      }),
    )
    .readonly()
    .optional(),
  /** One's own numbers in rows of the table. */
  lines: z
    .array(
      z.object({
        table: z.string(),
        row: z.string(),
        label: z.string(),
        /** In percent or the column's unit, in the order of the columns; null where no run tells, or nothing was printed. */
        values: z
          .array(
            z
              .object({
                value: z.number(),
                /** Ends of the 95 % interval. */
                interval: z.tuple([z.number(), z.number()]).readonly().nullable(),
                published: z.number().nullable(),
                /** Own less published; null also where the two are not comparable. */
                difference: z.number().nullable(),
              })
              .nullable(),
          )
          .readonly(),
        runs: z
          .array(
            z.object({
              run: z.string(),
              directory: z.string(),
              part: z.string().optional(),
              identityHash: z.string(),
              planned: z.int(),
              judged: z.int(),
              voided: z.int(),
              /** What differs from the paper's. */
              conditions: z
                .array(z.object({ what: z.string(), paper: z.string(), here: z.string() }))
                .readonly(),
            }),
          )
          .readonly(),
        /** Parts of the row that no run is of. */
        missing: z.array(z.string()).readonly(),
      }),
    )
    .readonly()
    .optional(),
  tables: z.array(TableSchema).readonly(),
});
export type ReproduceDocument = z.infer<typeof ReproduceDocumentSchema>;
