import { z } from 'zod';
import { PromptPieceSchema } from '../fill/prompt-piece.js';

const PiecesSchema = z.array(PromptPieceSchema).readonly();
/** Line of the file, from 1. */
const LineSchema = z.int().positive();

/** One assignment of a function that builds a prompt. */
const ExtractedFragmentSchema = z.strictObject({
  operator: z.enum(['=', '+=']),
  /** Conditions and loops around it as the source writes them, outermost first: `if x`, `else of x`, `for a in b`. */
  guards: z.array(z.string()).readonly(),
  pieces: PiecesSchema,
  line: LineSchema,
});
export type ExtractedFragment = z.infer<typeof ExtractedFragmentSchema>;

/** A prompt as the source at hand has it. */
export const ExtractedPromptSchema = z.strictObject({
  id: z.string().min(1),
  /** The text with its fields still in it. */
  text: z.string(),
  /** SHA-256 of the text in UTF-8. */
  sha256: z.string(),
  /** Code points of the text. */
  chars: z.int().nonnegative(),
  /** The same text, what is sent as it stands apart from what is filled in. */
  pieces: PiecesSchema,
  /** Null where the text is no piece of one place. */
  line: LineSchema.nullable(),
  /** Of a function that builds the text; null of any other. */
  fragments: z.array(ExtractedFragmentSchema).readonly().nullable(),
});
export type ExtractedPrompt = z.infer<typeof ExtractedPromptSchema>;

/** What is taken out of a source: the text, and where it stood. */
export type TakenText = Pick<ExtractedPrompt, 'pieces' | 'line' | 'fragments'>;
