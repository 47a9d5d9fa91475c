import type { ModelRequest } from '../model.js';
import type { Reading } from '../readers/reading.js';

/** One question to a model, with the reader of its answer. */
export interface ModelQuestion<Answer> {
  /** Which of the asker's models: one of its roles. */
  readonly role: string;
  /** What it is asked for, such as `verdict` or `summary of step 3`; names the call in the record. */
  readonly purpose: string;
  readonly request: ModelRequest;
  /** Takes the answer's text apart. */
  readonly read: (text: string) => Reading<Answer>;
  /** How often it is asked once more when the answer cannot be read. */
  readonly retries: number;
  /** The request that is made then, from what was wrong with the answer; the same request, drawn anew, unless given. */
  readonly repair?: (answer: string, problem: string) => ModelRequest;
}

/** What a model's answers to a question came to. */
export type QuestionReply<Answer> =
  | {
      readonly type: 'value';
      readonly value: Answer;
      /** The answer as given. */
      readonly text: string;
      /** Answers before this one that could not be read. */
      readonly unreadable: number;
    }
  | {
      readonly type: 'unreadable';
      readonly problem: string;
      readonly text: string;
      readonly unreadable: number;
    }
  | { readonly type: 'refusal'; readonly text: string; readonly unreadable: number };

/**
 * Asks a model. Every call is recorded with its request's hash, pictures and raw answer before the answer is used; what the record
 * has is not asked again. Questions of one purpose count their draws: the purpose names what is asked about, such as
 * `same screen 12 40`.
 *
 * @throws {TouchstoneError} with fault `model` on an outage; {BudgetSpentError} where tokens or money are spent
 */
export type Ask = <Answer>(question: ModelQuestion<Answer>) => Promise<QuestionReply<Answer>>;
