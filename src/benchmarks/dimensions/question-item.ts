import type { Decision } from '../../domain/decision.js';
import { answerAction } from '../../domain/question-answer.js';
import type { OptionLetter, Question } from '../../domain/question.js';
import type { Screen } from '../../domain/screen.js';
import { QuestionEnvironment } from '../../environments/question/question-environment.js';
import type { BenchmarkItem } from '../benchmark.js';
import type { Dimension, Modality } from './dimension.js';

/** What is right, and how it is told. */
export type QuestionTruth =
  | { readonly type: 'option'; readonly letter: OptionLetter }
  | { readonly type: 'truth'; readonly letter: 'T' | 'F' }
  | { readonly type: 'completion'; readonly isReached: boolean }
  | {
      readonly type: 'grounding';
      /** Type of action as SPHINX records it: `click`, `longclick`, `swipe`, `input`, `back`, `enter`. */
      readonly action: string;
      /** `[x1, y1, x2, y2]` of the element, pixels of the source picture, inclusive; null where the action touches nothing. */
      readonly bounds: readonly [number, number, number, number] | null;
      /** What is typed. */
      readonly message: string | null;
    }
  | { readonly type: 'format'; readonly wanted: string };

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
  readonly apps: readonly string[];
  /** The answer that is right, for the oracle. */
  readonly solution: string;
}

/** Screen of a question that shows none. */
export const NO_SCREEN: Screen = { id: 'none', size: null, activity: null, picture: null, hierarchy: null };

/** A question as an item of one step. */
export function benchmarkItemOf({
  id,
  dimension,
  modality,
  question,
  set,
  apps,
}: QuestionItem): BenchmarkItem {
  const instruction = instructionOf(question);
  return {
    id,
    task: {
      id,
      start: undefined,
      instructions: { en: instruction },
      apps: [...apps],
      tags: [dimension, ...(modality === null ? [] : [modality]), set],
      optimalSteps: 1,
      maxSteps: 1,
      milestones: [],
      evaluators: [],
    },
  };
}

/** Asks the question; the oracle knows the answer. */
export function questionEnvironment({ id, question, screen, solution }: QuestionItem): QuestionEnvironment {
  const answer: Decision = {
    type: 'action',
    action: answerAction(question.type, { original: solution, repaired: null }),
    summary: 'gives the right answer',
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
