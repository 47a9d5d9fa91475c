import type { Action } from '../../domain/action.js';
import type { Decision } from '../../domain/decision.js';
import { answerAction } from '../../domain/questions/question-answer.js';
import type { Question } from '../../domain/questions/question.js';
import type { QuestionTruth } from '../../domain/questions/question-truth.js';
import type { Screen } from '../../domain/screen.js';
import { QuestionEnvironment } from '../../environments/question/question-environment.js';
import type { BenchmarkItem } from '../benchmark.js';
import type { Dimension, Modality } from './dimension.js';

/** A question of a benchmark, as an item of a run. */
export interface QuestionItem {
  /** Unique within the run; begins with the dimension: `knowledge/17/A`, `planning/text/2/todoist/3`. */
  readonly id: string;
  readonly dimension: Exclude<Dimension, 'navigation'>;
  /** null where the question shows no screen. */
  readonly modality: Modality | null;
  readonly question: Question;
  readonly screen: Screen;
  readonly truth: QuestionTruth;
  /** Items that belong together and are not independent: the five of one question, the steps of one trajectory. */
  readonly set: string;
  /** How many items the set has. */
  readonly setSize: number;
  readonly apps: readonly string[];
  /** The answer that is right, for the oracle; an action where the question wants one in the model's own dialect. */
  readonly solution: string | Action | (() => Promise<string>);
  /** Why the question cannot be asked; it is voided then, and counted. */
  readonly invalid?: string;
}

/** Screen of a question that shows none. */
export const NO_SCREEN: Screen = { id: 'none', size: null, activity: null, picture: null, hierarchy: null };

/**
 * A question as an item of one step. Its tags, which agents do not see, are the dimension, the modality where there is one,
 * what is right in a word, and last the set.
 */
export function benchmarkItemOf(item: QuestionItem): BenchmarkItem {
  const { id, dimension, modality, question, set, apps, invalid } = item;
  const instruction = instructionOf(question);
  return {
    id,
    task: {
      id,
      start: undefined,
      instructions: { en: instruction },
      apps: [...apps],
      tags: [dimension, ...(modality === null ? [] : [modality]), kindOf(item), set],
      optimalSteps: 1,
      maxSteps: 1,
      milestones: [],
      evaluators: [],
    },
    ...(invalid === undefined ? {} : { invalid }),
  };
}

/** What is right, in a word: the letter, `stop` or `continue`, the type of action, `format`. */
export function kindOf({ truth }: Pick<QuestionItem, 'truth'>): string {
  switch (truth.type) {
    case 'option':
    case 'truth':
      return truth.letter;
    case 'completion':
      return truth.isReached ? 'stop' : 'continue';
    case 'grounding':
      return truth.action;
    case 'format':
      return 'format';
    default:
      return truth satisfies never;
  }
}

/** Asks the question; the oracle knows the answer. */
export function questionEnvironment({ id, question, screen, solution }: QuestionItem): QuestionEnvironment {
  const answer = async (): Promise<Decision> => {
    const right = typeof solution === 'function' ? await solution() : solution;
    const action =
      typeof right === 'string' ? answerAction(question.type, { original: right, repaired: null }) : right;
    return { type: 'action', action, summary: 'gives the right answer' };
  };
  return new QuestionEnvironment({ task: id, observation: { screen, question }, answer });
}

function instructionOf(question: Question): string {
  switch (question.type) {
    case 'option':
    case 'truth':
      return question.text;
    case 'completion':
      return question.goal;
    case 'grounding':
      return question.instruction;
    case 'format':
      return question.request;
    default:
      return question satisfies never;
  }
}
