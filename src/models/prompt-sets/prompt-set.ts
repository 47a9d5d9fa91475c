import type { PictureRule } from '../../domain/observation-rule.js';
import type { HistoryRule, PromptInput, Sampling } from '../dialects/dialect.js';
import type { CoordinateRule } from '../dialects/reading/resolve-position.js';
import type { ModelRequest } from '../model.js';
import type { OfficialQuestions } from './official-questions.js';
import type { PromptTexts } from './prompt-texts.js';

/**
 * One published way of asking a family of models: which official texts it needs, and how they become a request. The texts
 * are their authors' and come from the user's copy of the authors' repository; here is only what surrounds them.
 */
export interface PromptSet {
  /** Name on the command line and in a run's identity, such as `qwen25.cookbook`. */
  readonly name: string;
  /** One line for lists: who asks which models like this. */
  readonly title: string;
  /** Dialect whose grammar answers are in: `name`, or `name@variant`. */
  readonly dialect: string;
  /** Benchmarks in whose published rows it was used, by name; empty: the vendor's own. */
  readonly benchmarks: readonly string[];
  /** The one that is meant where several fit and nobody says which: what its authors' script does unless told otherwise. */
  readonly isDefault?: true;
  /** Agents that ask like this, by name; `direct` unless given. */
  readonly agents?: readonly string[];
  /** Ids of the texts that its request is made of, in the catalogue's names. */
  readonly texts: readonly string[];
  /** Ids of the texts in which the agent asks its other models. */
  readonly agentTexts?: readonly string[];
  /** How questions about single capabilities are asked; in Touchstone's wording unless given. */
  readonly questions?: OfficialQuestions;
  readonly history: HistoryRule;
  readonly picture: PictureRule;
  /** What answers count, where the pictures of this set change it; the dialect's unless given. */
  readonly coordinates?: CoordinateRule;
  /** What the official evaluation sends; what it leaves to the server is absent. */
  readonly sampling: Sampling;
  /** Switches of the dialect that go with it. */
  readonly switches?: Readonly<Record<string, string | number | boolean>>;
  /** Switches of its own by name, set like the dialect's. */
  readonly ownSwitches?: Readonly<Record<string, PromptSwitch>>;
  /**
   * The request as the official evaluation makes it.
   *
   * @throws {PromptInputError} where the source cannot ask without something that is missing, such as a picture's size
   */
  request(input: PromptInput, asked: OfficialAsking): ModelRequest;
}

/** What a set leaves to the user. */
export interface PromptSwitch {
  readonly default: string;
  /** The words that it takes; any text unless given. */
  readonly words?: readonly string[];
  /** The texts that it takes, where that is no list. */
  readonly form?: SwitchForm;
}

/** A form that the text of a switch has. */
export interface SwitchForm {
  readonly isOf: (text: string) => boolean;
  /** What to write, for the user. */
  readonly hint: string;
}

/** What a set fills its request with, besides the step. */
export interface OfficialAsking {
  readonly texts: PromptTexts;
  /** What the dialect's numbers count, for prompts that state it. */
  readonly coordinates: CoordinateRule;
  /** How many earlier steps, and how many pictures of them, are shown at most. */
  readonly history: HistoryRule;
  /** Switches of the dialect and of the set, as texts. */
  readonly switches: Readonly<Record<string, string>>;
  /** The time, for prompts that name the day. */
  readonly now: () => Date;
}
