import { z } from 'zod';

const hex = (digits: number): z.ZodString => z.string().regex(new RegExp(`^[0-9a-f]{${digits}}$`));

/** An official text, as far as it can change what a model is asked; part of a run's identity. */
export const OfficialTextSchema = z.object({
  /** `owner/name`. */
  repository: z.string(),
  /** Path within the repository. */
  path: z.string(),
  /** SHA-256 of the text, fields still in it. */
  sha256: hex(64),
  /** Whether the text is the one that Touchstone's catalogue lists. */
  listed: z.boolean(),
});
export type OfficialText = z.infer<typeof OfficialTextSchema>;

/** Where an official text was read. The same text of two commits is the same prompt. */
export const TextOriginSchema = z.object({
  /** Commit that was checked out; null where the folder does not say. */
  commit: hex(40).nullable(),
  /** Git's id of the file, line breaks as LF. */
  blob: hex(40),
});
export type TextOrigin = z.infer<typeof TextOriginSchema>;

/** Whose words a model is asked in: the authors' of a prompt set, or those of the user's own files. */
export const PromptSourceSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('user') }),
  z.object({
    kind: z.literal('official'),
    /** Name of the prompt set. */
    set: z.string(),
    /** By the text's id in the catalogue. */
    texts: z.record(z.string(), OfficialTextSchema),
  }),
]);
export type PromptSource = z.infer<typeof PromptSourceSchema>;

/** Origins of a run's official texts by their ids. */
export const TextOriginsSchema = z.record(z.string(), TextOriginSchema);
export type TextOrigins = z.infer<typeof TextOriginsSchema>;

/**
 * Whose words a model was asked in, for tables: `official (owner/name@commit)` or `Touchstone's wording`.
 *
 * @param source null where the words are the dialect's and the agent's own
 */
export function promptSourceText(source: PromptSource | null, origins: TextOrigins): string {
  if (source === null) return "Touchstone's wording";
  if (source.kind === 'user') return "the user's own files";
  const places = Object.entries(source.texts).map(([id, { repository, listed }]) => {
    const commit = origins[id]?.commit?.slice(0, 12) ?? 'unknown commit';
    return `${repository}@${commit}${listed ? '' : ', changed text'}`;
  });
  return `official (${[...new Set(places)].join('; ')})`;
}
