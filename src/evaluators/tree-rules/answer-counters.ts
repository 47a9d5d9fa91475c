import { OPTION_LETTERS, type OptionLetter } from '../../domain/questions/question.js';

/** The answers to one question: to its multiple choice, and to each of its options in order. */
export interface QuestionReplies {
  readonly right: OptionLetter;
  readonly option: string;
  readonly truths: readonly string[];
}

/**
 * What the reference code's live script counts besides the scores: whether the multiple choice is right in any case of
 * its letters, and how many options of a question were called true.
 */
export interface AnswerCounters {
  readonly questions: number;
  readonly optionRight: number;
  /** No option of the question was called true; all four were; one was; several were. */
  readonly allFalse: number;
  readonly allTrue: number;
  readonly singleTrue: number;
  readonly multipleTrue: number;
  /** Exactly the right option was called true. */
  readonly singleTrueRight: number;
  /** The right option is among those called true. */
  readonly multipleTrueRight: number;
}

/**
 * Diagnostics of answers to knowledge questions, from the replies as they are; letters of either case.
 *
 * Source: SPHINX reference code, knowledge probing.
 */
export function countAnswers(questions: Iterable<QuestionReplies>): AnswerCounters {
  const counters = {
    questions: 0,
    optionRight: 0,
    allFalse: 0,
    allTrue: 0,
    singleTrue: 0,
    multipleTrue: 0,
    singleTrueRight: 0,
    multipleTrueRight: 0,
  };
  for (const { right, option, truths } of questions) {
    const called = OPTION_LETTERS.filter((_, index) => isSaid(truths[index] ?? '', 'T'));
    counters.questions += 1;
    counters.optionRight += Number(isSaid(option, right));
    counters.allFalse += Number(called.length === 0);
    counters.allTrue += Number(called.length === OPTION_LETTERS.length);
    counters.singleTrue += Number(called.length === 1);
    counters.multipleTrue += Number(called.length > 1);
    counters.singleTrueRight += Number(called.length === 1 && called[0] === right);
    counters.multipleTrueRight += Number(called.includes(right));
  }
  return counters;
}

function isSaid(reply: string, letter: string): boolean {
  return reply.replace(/\n$/, '').toUpperCase() === letter;
}
