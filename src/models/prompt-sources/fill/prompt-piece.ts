import { z } from 'zod';

/** What is filled in. */
export const PromptFieldSchema = z.strictObject({
  /** As the source writes it between its marks: an expression, or a name. */
  field: z.string().min(1),
  /** By which its value is given. */
  name: z.string().min(1),
  /** Text in place of an empty value: of `x if x else 'text'` the text. */
  otherwise: z.string().optional(),
});
export type PromptField = z.infer<typeof PromptFieldSchema>;

/** A prompt piece by piece: text that is sent as it stands, and fields. */
export const PromptPieceSchema = z.union([z.string(), PromptFieldSchema]);
export type PromptPiece = z.infer<typeof PromptPieceSchema>;

/** The pieces with neighbouring texts joined. */
export function joinPieces(pieces: readonly PromptPiece[]): PromptPiece[] {
  const joined: PromptPiece[] = [];
  for (const piece of pieces) {
    const last = joined.at(-1);
    if (typeof piece !== 'string') joined.push(piece);
    else if (typeof last === 'string') joined[joined.length - 1] = last + piece;
    else if (piece !== '') joined.push(piece);
  }
  return joined;
}

/** An f-string with its fields still in it, as its hash is taken: `{expression}`, braces of the text single. */
export function sourceText(pieces: readonly PromptPiece[]): string {
  return pieces.map((piece) => (typeof piece === 'string' ? piece : `{${piece.field}}`)).join('');
}

/** The text with every field filled by its own source, so that its hash tells whether braces are read as they are meant. */
export function probeText(pieces: readonly PromptPiece[]): string {
  return pieces.map((piece) => (typeof piece === 'string' ? piece : `<<${piece.field}>>`)).join('');
}
