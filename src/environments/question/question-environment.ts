import type { Action } from '../../domain/action.js';
import type { Decision } from '../../domain/decision.js';
import type { Observation } from '../../domain/screen.js';
import { DatasetError, UserError } from '../../errors.js';
import type { Environment, EnvironmentCapabilities, EpisodeStart, StepResult } from '../environment.js';

export interface QuestionEnvironmentOptions {
  /** Item that the question is. */
  readonly task: string;
  /** The question, and the screen that it is about. */
  readonly observation: Observation;
  /** The right answer, for the oracle; found out only when it asks. */
  readonly answer: () => Decision | Promise<Decision>;
}

/** A question was answered twice, or before it was asked. */
export class NoQuestionError extends UserError {
  override readonly code = 'NO_QUESTION';
}

/** One question, one answer: any action ends the item. */
export class QuestionEnvironment implements Environment {
  readonly #options: QuestionEnvironmentOptions;
  #isOpen = false;

  constructor(options: QuestionEnvironmentOptions) {
    this.#options = options;
  }

  get capabilities(): EnvironmentCapabilities {
    const { picture, hierarchy, activity } = this.#options.observation.screen;
    return {
      pictures: picture !== null,
      hierarchy: hierarchy !== null,
      activity: activity !== null,
      snapshot: false,
      deterministic: true,
      stable: true,
    };
  }

  get state(): string | null {
    return this.#isOpen ? 'asked' : null;
  }

  async reset(start: EpisodeStart, options: { signal: AbortSignal }): Promise<Observation> {
    options.signal.throwIfAborted();
    const { task } = this.#options;
    if (start.task !== task) throw new DatasetError(`the question is ${task}, not ${start.task}`);
    this.#isOpen = true;
    return this.#observation();
  }

  async observe(options: { signal: AbortSignal }): Promise<Observation> {
    options.signal.throwIfAborted();
    return this.#observation();
  }

  async step(_action: Action, options: { signal: AbortSignal }): Promise<StepResult> {
    options.signal.throwIfAborted();
    this.#observation();
    this.#isOpen = false;
    return { type: 'ended', transition: { rule: 'answered', next: null } };
  }

  recorded(): Decision | Promise<Decision> {
    this.#observation();
    return this.#options.answer();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isOpen = false;
  }

  #observation(): Observation {
    if (this.#isOpen) return this.#options.observation;
    throw new NoQuestionError('no question is open', {
      hint: 'Call reset first; a question takes one answer.',
    });
  }
}
