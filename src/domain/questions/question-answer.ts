import { z } from 'zod';
import type { Action, ActionOf } from '../action.js';
import type { QuestionType } from './question.js';

/** Family of the native form of an answered question. */
const FAMILY = 'question';
/** Longest reply that is kept, UTF-16 units. */
const MAX_REPLY = 200_000;

const ArgumentsSchema = z.object({ repaired: z.string().nullable().optional() });

/** The answer to a question. */
export interface QuestionAnswer {
  /** The reply as it was given. */
  readonly original: string;
  /** The repairing model's version; the reply itself where its form was right; null where nobody repairs. */
  readonly repaired: string | null;
}

/** A reply as the action that ends a question. */
export function answerAction(type: QuestionType, { original, repaired }: QuestionAnswer): ActionOf<'answer'> {
  return {
    type: 'answer',
    text: original.slice(0, MAX_REPLY),
    terminal: true,
    native: {
      family: FAMILY,
      name: type,
      arguments: repaired === null ? {} : { repaired: repaired.slice(0, MAX_REPLY) },
    },
  };
}

/** The answer to a question in an action; null where the action is no answer. */
export function questionAnswerOf(action: Action): QuestionAnswer | null {
  if (action.type !== 'answer') return null;
  const isReply = action.native?.family === FAMILY;
  const given = isReply ? ArgumentsSchema.safeParse(action.native?.arguments) : null;
  return {
    original: action.text,
    repaired: given?.success === true ? (given.data.repaired ?? null) : null,
  };
}
