import type { Action } from '../../domain/action.js';
import type { FormatError } from '../../domain/decision.js';
import type { Size } from '../../domain/geometry.js';
import type { PromptSource, TextOrigins } from '../../domain/prompts/prompt-source.js';
import type { ElementTable, Grid, ObservationRule, PictureRule } from '../../domain/observation-rule.js';
import type { ModelRequest } from '../model.js';
import type { Shortcut } from './mobile-agent-e/shortcut.js';
import type { CoordinateRule, PictureSizes } from './reading/resolve-position.js';

/**
 * `tolerant` reads what a careful reader would; `strict` counts everything outside the family's grammar as an error;
 * `reference:<benchmark>` reads as the published code of that benchmark does, quirks included.
 */
export type ParseProfile = 'tolerant' | 'strict' | `reference:${string}`;

/** A picture as it is sent. */
export interface SentPicture {
  readonly mediaType: string;
  readonly data: Uint8Array;
  /** Pixels; null where nobody knows them. */
  readonly size: Size | null;
}

/** One earlier step, as much of it as the agent has kept. */
export interface PromptStep {
  /** The model's answer as it wrote it; null where nobody kept it. */
  readonly answer: string | null;
  /** The action as the family writes it; null where it could not be read, or has no words in this grammar. */
  readonly call: string | null;
  readonly thought: string | null;
  /** The model's own line about the step (a conclusion, a description). */
  readonly summary: string | null;
  /** The action in a sentence about the element it touched; absent unless `Dialect.history` asks for it. */
  readonly sentence?: string | null;
  /** What was seen before the step; null beyond the pictures that `Dialect.history` asks for. */
  readonly picture: SentPicture | null;
  /** What was done, for prompts that tell it in a form of their own; absent where nobody kept it. */
  readonly record?: StepRecord;
}

/** An earlier step as it was taken, apart from any family's words. */
export interface StepRecord {
  /** Null where the answer could not be read. */
  readonly action: Action | null;
  /** Size of the source picture in pixels; null where nobody knows it. */
  readonly screen: Size | null;
  /** Package of the app in front; null where nobody knows it. */
  readonly app: string | null;
  /** What was to be done at this very step, where a benchmark says it. */
  readonly instruction: string | null;
  /** Whether the step is a recording's, told to a model that may have answered something else. */
  readonly isTeacherForced: boolean;
}

/** What a prompt is made from. */
export interface PromptInput {
  readonly instruction: string;
  /** What to do at this very step, where a benchmark or a planner gives it. */
  readonly stepInstruction: string | null;
  /** BCP 47 tag of the language that the instruction is in. */
  readonly language: string;
  /** Earlier steps, oldest first, as many as `Dialect.history` asks for. */
  readonly history: readonly PromptStep[];
  /** Number of earlier steps, those that `history` leaves out included. */
  readonly stepsTaken: number;
  readonly screenshot: SentPicture | null;
  /** The same screen with marks on it. */
  readonly marked: SentPicture | null;
  /** Text form of the screen's UI hierarchy, in the style that `Dialect.observation` asks for. */
  readonly elementText: string | null;
  /** What the numbers of text and marks stand for. */
  readonly elements: ElementTable | null;
  /** Size of the source picture in pixels; null where nobody knows it. */
  readonly screen: Size | null;
  /** Package of the app in front; null where nobody knows it. */
  readonly app: string | null;
  /** Id of the screen, for models that are served next to its picture; no other prompt holds it. */
  readonly screenId?: string;
  /** More texts by the name of their place in the prompt (a skill, documents, a reflection); absent ones are empty. */
  readonly notes: Readonly<Record<string, string>>;
}

/** What an answer is read against. */
export interface ParseContext extends PictureSizes {
  readonly profile: ParseProfile;
  /** Elements that may be named; numbers beyond them are `element_not_found`. Null where nobody knows them. */
  readonly elements?: (Pick<ElementTable, 'base' | 'count'> & Partial<Pick<ElementTable, 'elements'>>) | null;
  readonly grid?: Grid | null;
  /** Macro actions that are enabled: built-in ones by name, learned ones with their steps. */
  readonly shortcuts?: readonly (string | Shortcut)[];
}

/** The content of an answer: actions in its order (callers usually run the first only), or why there is none. */
export type ParseResult =
  | {
      readonly type: 'actions';
      readonly actions: readonly [Action, ...Action[]];
      readonly thought?: string;
      /** The model's own line about the step, for the history. */
      readonly summary?: string;
      /** Codes of what a tolerant reader overlooked, and of other things worth knowing. */
      readonly warnings: readonly string[];
      /** Whether a strict reader would have refused the answer. */
      readonly lenient: boolean;
    }
  | { readonly type: 'format_error'; readonly error: FormatError; readonly thought?: string };

/** What earlier steps a prompt shows. */
export interface HistoryRule {
  /** Number of latest earlier steps shown in words or turns; null is all of them. */
  readonly steps: number | null;
  /** Number of latest earlier steps shown with their screenshot. */
  readonly pictures: number;
  /** Whether each step is shown as a sentence about the element it touched. */
  readonly sentences?: boolean;
}

/** Meaning of a direction word where the family leaves it open: the way the page or the way the finger moves. */
export type ScrollMeaning = 'content' | 'finger';

/** Sampling and picture detail that the family's paper or vendor sends; used where the user sets none. */
export type Sampling = Pick<
  ModelRequest,
  | 'temperature'
  | 'topP'
  | 'topK'
  | 'frequencyPenalty'
  | 'presencePenalty'
  | 'repetitionPenalty'
  | 'seed'
  | 'maxOutputTokens'
  | 'stop'
  | 'pictureDetail'
>;

/** What a user may change about a family. Absent: the default of the variant. */
export interface DialectSettings {
  /** A release of the family, by one of the names that its definition lists. */
  readonly variant?: string;
  readonly coordinates?: CoordinateRule;
  readonly scroll?: ScrollMeaning;
  readonly history?: Partial<HistoryRule>;
  readonly picture?: PictureRule;
  /** Prompt texts by name, in place of ours. */
  readonly prompts?: Readonly<Record<string, string>>;
  /** The family's own switches, by name. */
  readonly switches?: Readonly<Record<string, string | number | boolean>>;
}

/**
 * How one family of models is asked and answers: its prompt and its grammar. Pure; `parse` never throws on any text and
 * takes time linear in its length.
 */
export interface Dialect {
  readonly family: string;
  readonly variant: string | null;
  /** Of prompt and grammar together; changes when either does. */
  readonly version: string;
  readonly coordinates: CoordinateRule;
  readonly scroll: ScrollMeaning | null;
  readonly observation: ObservationRule;
  readonly history: HistoryRule;
  /** Prompt templates by name; their hashes are part of a run's identity. */
  readonly prompts: Readonly<Record<string, string>>;
  /** Whose words the prompts are; absent where they are the dialect's own. */
  readonly promptSource?: PromptSource;
  /** Where official texts were read; absent where there are none. */
  readonly promptOrigins?: TextOrigins;
  readonly switches: Readonly<Record<string, string | number | boolean>>;
  readonly sampling: Sampling;
  /** Its answers name elements by marks on a picture: it cannot be asked about a screen without any. */
  readonly needsMarks?: true;
  /** Its authors' script sends no limit of the answer, so none is sent where the user sets none. */
  readonly isUnlimited?: true;
  /** Pictures that its models take in one request; absent: any number. */
  readonly mostPictures?: number;
  /** More than 1 where one answer may hold several actions that are all carried out. */
  readonly maxActionsPerStep: number;
  /** @throws {PromptTemplateError} when a prompt of the user's own cannot be filled in */
  buildRequest(input: PromptInput): ModelRequest;
  parse(text: string, context: ParseContext): ParseResult;
  /** The action as the family writes it, on one line; null for an action that its grammar cannot express. */
  printCall(action: Action, sizes: PictureSizes): string | null;
  /** A whole answer that means this action: what the model would have said. Null as for `printCall`. */
  printAnswer(action: Action, said: SaidWithAction, sizes: PictureSizes): string | null;
}

/** What goes with an action in a whole answer. */
export interface SaidWithAction {
  readonly thought: string;
  /** One sentence about what is done. */
  readonly summary: string;
}

/** Longest answer that is read, in UTF-16 units. */
export const MAX_ANSWER_LENGTH = 200_000;
