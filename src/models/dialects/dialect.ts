import type { Action } from '../../domain/action.js';
import type { FormatError } from '../../domain/decision.js';
import type { Size } from '../../domain/geometry.js';
import type { ModelMessage } from '../model.js';
import type { CoordinateRule } from './resolve-position.js';

/** `tolerant` reads what a careful reader would; `strict` counts everything outside the family's grammar as an error. */
export type ParseProfile = 'tolerant' | 'strict';

/** A picture as it is sent. */
export interface SentPicture {
  readonly mediaType: string;
  readonly data: Uint8Array;
  /** Pixels; null where nobody knows them. */
  readonly size: Size | null;
}

/** What a prompt is made from. */
export interface PromptInput {
  readonly instruction: string;
  /** One line per earlier step, oldest first. */
  readonly history: readonly string[];
  /** Number of earlier steps, those that `history` leaves out included. */
  readonly stepsTaken: number;
  readonly picture: SentPicture | null;
  /** Text form of the screen's UI hierarchy. */
  readonly hierarchy: string | null;
  /** Size of the screen in pixels; null where nobody knows it. */
  readonly screen: Size | null;
}

/** What an answer is read against. */
export interface ParseContext {
  readonly profile: ParseProfile;
  /** Size of the source picture; null where nobody knows it, then positions stay unresolved. */
  readonly screen: Size | null;
  /** Size of the picture as sent, where it differs from the source picture. */
  readonly sent?: Size | null;
}

/** What an answer says: actions in its order (whoever runs them usually does the first only), or why it says nothing. */
export type ParseResult =
  | {
      readonly type: 'actions';
      readonly actions: readonly [Action, ...Action[]];
      readonly thought?: string;
      /** Codes of what a tolerant reader overlooked, and of other things worth knowing. */
      readonly warnings: readonly string[];
      /** Whether a strict reader would have refused the answer. */
      readonly lenient: boolean;
    }
  | { readonly type: 'format_error'; readonly error: FormatError; readonly thought?: string };

/**
 * How one family of models is asked and answers: its prompt and its grammar. Pure; `parse` never throws, whatever the
 * text, and takes time linear in its length.
 */
export interface Dialect {
  readonly family: string;
  readonly version: string;
  readonly coordinates: CoordinateRule;
  /** Fixed texts of the prompts by name; their hashes are part of a run's identity. */
  readonly prompts: Readonly<Record<string, string>>;
  buildMessages(input: PromptInput): readonly ModelMessage[];
  parse(text: string, context: ParseContext): ParseResult;
  /** The action as the family writes it, for the history; null for an action that its grammar has no words for. */
  print(action: Action): string | null;
}

/** Longest answer that is read, in UTF-16 units. */
export const MAX_ANSWER_LENGTH = 200_000;
