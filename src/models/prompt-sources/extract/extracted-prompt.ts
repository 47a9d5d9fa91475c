import type { PromptPiece } from '../fill/prompt-piece.js';

/** One assignment of a function that builds a prompt. */
export interface ExtractedFragment {
  readonly operator: '=' | '+=';
  /** Conditions and loops around it as the source writes them, outermost first: `if x`, `else of x`, `for a in b`. */
  readonly guards: readonly string[];
  readonly pieces: readonly PromptPiece[];
  /** From 1. */
  readonly line: number;
}

/** What is taken out of a source: the text, and where it stood. */
export interface TakenText {
  readonly pieces: readonly PromptPiece[];
  /** Line of the file, from 1; null where the text is no piece of one place. */
  readonly line: number | null;
  readonly fragments: readonly ExtractedFragment[] | null;
}

/** A prompt as the source at hand has it. */
export interface ExtractedPrompt extends TakenText {
  readonly id: string;
  /** The text with its fields still in it. */
  readonly text: string;
  /** Of the text in UTF-8. */
  readonly sha256: string;
  /** Code points of the text. */
  readonly chars: number;
}
