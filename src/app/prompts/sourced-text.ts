import { z } from 'zod';
import { OfficialTextSchema, TextOriginSchema } from '../../domain/prompts/prompt-source.js';
import { TemplateSchema } from '../../models/prompt-sources/catalogue/prompt-entry.js';
import type { CheckedPrompt } from '../../models/prompt-sources/checkout/check-prompt.js';
import { PromptPieceSchema } from '../../models/prompt-sources/fill/prompt-piece.js';

const PiecesSchema = z.array(PromptPieceSchema).readonly();

const FragmentSchema = z.object({
  operator: z.enum(['=', '+=']),
  guards: z.array(z.string()).readonly(),
  pieces: PiecesSchema,
});

/** An official text as it was taken out of its source, with all that is needed to fill it. */
export const SourcedTextSchema = z.object({
  ...OfficialTextSchema.shape,
  ...TextOriginSchema.shape,
  /** In the catalogue. */
  id: z.string().min(1),
  /** Fields still in it. */
  text: z.string(),
  template: TemplateSchema,
  /** In the order in which the source fills them. */
  fields: z.array(z.string()).readonly(),
  pieces: PiecesSchema,
  /** Of a text that a function puts together: its parts, in the order of the source. */
  fragments: z.array(FragmentSchema).readonly().nullable(),
});
export type SourcedText = z.infer<typeof SourcedTextSchema>;

/** What is kept of a prompt that a checkout has. */
export function sourcedText(
  { entry, status, prompt, files }: Extract<CheckedPrompt, { readonly status: 'listed' | 'changed' }>,
  commit: string | null,
): SourcedText {
  const { id, repository, path, template, fields } = entry;
  return {
    id,
    repository,
    path,
    commit,
    // The entry's own file comes first.
    blob: files[0]?.blob ?? entry.blob,
    sha256: prompt.sha256,
    listed: status === 'listed',
    text: prompt.text,
    template,
    fields,
    pieces: prompt.pieces,
    fragments:
      prompt.fragments?.map(({ operator, guards, pieces }) => ({ operator, guards, pieces })) ?? null,
  };
}
