import type { Episode } from '../domain/episode.js';
import type { Verdict } from '../domain/scores/verdict.js';
import type { Task } from '../domain/task.js';
import type { Ask, ModelQuestion, QuestionReply } from '../models/asking/model-question.js';

/** A finished episode, and what was asked for. Nothing of a task's success rule is shown to a model but what the judge is made for. */
export interface JudgeInput {
  readonly task: Task;
  readonly episode: Episode;
  /** Language tag of the instruction that the agent was given; the task's first unless given. */
  readonly language?: string;
  /** What the benchmark gives its own judges beside the task (`Judging.material`), such as milestones with pictures; absent where it has nothing. */
  readonly material?: unknown;
  readonly signal: AbortSignal;
}

/** One question of a judge to a model; its role is one of the judge's. */
export type JudgeQuestion<Answer> = ModelQuestion<Answer>;

/** What a model's answers came to. */
export type JudgeAnswer<Answer> = QuestionReply<Answer>;

/** What an episode is judged with. */
export interface JudgeContext {
  /**
   * Asks a model. Every call is recorded with its request's hash, pictures and raw answer; what the record has is not asked again.
   *
   * @throws {TouchstoneError} with fault `model` on an outage: the episode is then not judged, and asked again by the next pass
   */
  readonly ask: Ask;
}

/** Looks at a finished episode through a model. */
export interface Judge {
  readonly name: string;
  readonly version: string;
  /** Its models by role; the first is the one that gives the verdict. */
  readonly roles: readonly string[];
  /** Everything besides name, version and models that can change a verdict: hashes of prompts and rubric, options. JSON. */
  readonly identity: Readonly<Record<string, unknown>>;
  /** Why it says nothing about such an episode, such as a task without milestones; null where it does. */
  whyNot?(input: JudgeInput): string | null;
  /** An answer that cannot be read or is refused is an unknown verdict, never a failure. */
  judge(input: JudgeInput, context: JudgeContext): Promise<Verdict>;
}

/** What a judge is made from. */
export interface JudgeParts {
  /** The user's own prompts in place of the judge's, by name. */
  readonly prompts: Readonly<Record<string, string>>;
  /** Options by name, as the user wrote them. */
  readonly options: Readonly<Record<string, string>>;
  /** Files that options name, by option: read, with their SHA-256. */
  readonly files: Readonly<
    Record<string, { readonly file: string; readonly text: string; readonly hash: string }>
  >;
}

/** How a judge is found and made. */
export interface JudgeDefinition {
  readonly name: string;
  /** In one line, for lists. */
  readonly title: string;
  /** Its prompts by name, in Touchstone's words; `{{name}}` is filled in. */
  readonly prompts: Readonly<Record<string, string>>;
  /** Its options by name, each with what it is for. */
  readonly options?: Readonly<Record<string, string>>;
  /** Options whose value is a file, such as a rubric. */
  readonly files?: readonly string[];
  /** @throws {UserError} for options that do not fit, {DatasetError} for files that cannot be used */
  create(parts: JudgeParts): Judge;
}

/** The definition as it is, with its type. */
export function defineJudge(definition: JudgeDefinition): JudgeDefinition {
  return definition;
}
