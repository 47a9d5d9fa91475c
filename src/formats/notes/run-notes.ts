import { z } from 'zod';

/** The side-file of a run that holds what people say of it: JSON lines, one per change, the last of which counts. */
export const NOTES_FILE = 'notes.jsonl';

/** Characters of a note, of a tag and of a name, and tags of a run. */
export const NOTE_LIMITS = { note: 20_000, tag: 64, tags: 32, author: 128 } as const;

const tag = z
  .string()
  .trim()
  .min(1)
  .max(NOTE_LIMITS.tag)
  .refine((text) => !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(text), { error: 'it must be one line' });

/** Tags and note as somebody gives them; each tag once. */
export const GivenNotesSchema = z.object({
  tags: z
    .array(tag)
    .max(NOTE_LIMITS.tags)
    .transform((tags) => [...new Set(tags)])
    .readonly(),
  note: z.string().max(NOTE_LIMITS.note),
});

/** One line of the file: everything that holds from then on, who says it and when. */
export const NotesLineSchema = z
  .object({
    formatVersion: z.literal(1),
    type: z.literal('notes'),
    /** ISO 8601, UTC. */
    at: z.iso.datetime(),
    author: z.string().min(1).max(NOTE_LIMITS.author),
    ...GivenNotesSchema.shape,
  })
  .readonly();
export type NotesLine = z.infer<typeof NotesLineSchema>;
