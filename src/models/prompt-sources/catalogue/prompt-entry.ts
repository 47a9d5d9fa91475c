import { z } from 'zod';
import { ExtractorSchema } from './extractor.js';

const Sha256Schema = z.string().regex(/^[0-9a-f]{64}$/);
const GitHashSchema = z.string().regex(/^[0-9a-f]{40}$/);

/**
 * How the text is filled: `str.format` with doubled braces for single ones; `f-string` whose fields are expressions;
 * `verbatim` not at all; `str.replace`, `angle` and `stars` by replacing the tokens; `jinja` by the model's server.
 */
export const TemplateSchema = z.enum([
  'str.format',
  'f-string',
  'verbatim',
  'str.replace',
  'angle',
  'stars',
  'jinja',
]);
export type Template = z.infer<typeof TemplateSchema>;

/** The operator and, where conditions or loops stand around it, twelve digits of the hash of these. */
const FragmentSchema = z.string().regex(/^\+?=(?: [0-9a-f]{12})?$/);

const PromptSchema = z.strictObject({
  id: z.string().min(1),
  extractor: ExtractorSchema,
  template: TemplateSchema,
  /**
   * What has to be filled in, by name, in the order in which the official script does it: an f-string's expression (of
   * `x if x else …` the `x`), positions counted from 0, tokens without their marks.
   */
  fields: z.array(z.string().min(1)).default([]),
  /** Whether the text was added to those that the sources' description lists: one that stands in the code around them. */
  isAddition: z.literal(true).optional(),
  /** Messages, pictures and sampling around it. */
  profile: z.string().min(1),
  dialects: z.array(z.string().min(1)).default([]),
  agents: z.array(z.string().min(1)).default([]),
  status: z.enum(['official', 'evaluation-by-others', 'not-runnable']).default('official'),
  /** Of the text in UTF-8, its fields still in it. */
  sha256: Sha256Schema,
  /** Code points of the text. */
  chars: z.int().nonnegative(),
  /** SHA-256 of the text with every field filled by its own source; absent where that is the text itself. */
  probe: Sha256Schema.optional(),
  /** Of a function that builds the text: its assignments in order. */
  fragments: z.array(FragmentSchema).optional(),
});

/** The prompts of one repository: where they stand, never what they say. */
export const SourceRepositorySchema = z.strictObject({
  repository: z.string().regex(/^[^/]+\/[^/]+$/),
  sources: z
    .array(
      z.strictObject({
        commit: GitHashSchema,
        date: z.iso.date(),
        branch: z.string().min(1).optional(),
        files: z.array(
          z.strictObject({
            path: z.string().min(1),
            /** Git's hash of the file. */
            blob: GitHashSchema,
            prompts: z.array(PromptSchema).min(1),
          }),
        ),
      }),
    )
    .min(1),
});
export type SourceRepository = z.infer<typeof SourceRepositorySchema>;

/** One official prompt: where it stands and how to know it again. */
export interface PromptEntry extends Omit<z.infer<typeof PromptSchema>, 'probe' | 'fragments'> {
  /** `owner/name`. */
  readonly repository: string;
  /** Commit that it was read at. */
  readonly commit: string;
  readonly commitDate: string;
  readonly branch: string | null;
  /** Within the repository, with `/`. */
  readonly path: string;
  /** Git's hash of the file at that commit. */
  readonly blob: string;
  readonly probe: string;
  readonly fragments: readonly FragmentEntry[] | null;
}

/** One assignment of a function that builds a prompt. */
export interface FragmentEntry {
  readonly operator: '=' | '+=';
  /** First twelve digits of the SHA-256 of the conditions and loops around it, one on a line; empty without any. */
  readonly guards: string;
}

/** The prompts of a repository, one by one. */
export function promptEntries({ repository, sources }: SourceRepository): PromptEntry[] {
  return sources.flatMap(({ commit, date, branch, files }) =>
    files.flatMap(({ path, blob, prompts }) =>
      prompts.map((prompt) => ({
        ...prompt,
        repository,
        commit,
        commitDate: date,
        branch: branch ?? null,
        path,
        blob,
        probe: prompt.probe ?? prompt.sha256,
        fragments: prompt.fragments?.map(fragmentEntry) ?? null,
      })),
    ),
  );
}

function fragmentEntry(written: string): FragmentEntry {
  const [operator = '', guards = ''] = written.split(' ');
  return { operator: operator === '=' ? '=' : '+=', guards };
}
