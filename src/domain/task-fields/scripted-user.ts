import { z } from 'zod';
import { wordsIn } from '../text/whole-words.js';

/** What the user of a task says when asked. */
export const ScriptedUserSchema = z.object({
  answers: z
    .array(
      z.object({
        /** Words or phrases; the first entry whose words all occur in the question answers it. */
        about: z.array(z.string().min(1)).min(1),
        says: z.string().min(1),
      }),
    )
    .default([]),
  /** Reply to a question that no entry is about. */
  otherwise: z.string().min(1).default('I cannot say. Do what you think is best.'),
  /** Questions that are answered; later ones are told that the user does not answer any more. */
  maxQuestions: z.int().positive().default(5),
});
export type ScriptedUser = z.infer<typeof ScriptedUserSchema>;

/** What a user whom nobody answers for any more is taken to say. */
export const NO_MORE_ANSWERS = 'I do not answer any more questions.';

/** A user's reply, and whether it is one that the task has for this question. */
export interface ScriptedReply {
  readonly text: string;
  readonly isKnown: boolean;
}

/**
 * What the scripted user says to a question: the first entry whose words all occur in it as whole words, case folded.
 *
 * @param asked questions before this one
 */
export function scriptedReply(user: ScriptedUser, question: string, asked: number): ScriptedReply {
  if (asked >= user.maxQuestions) return { text: NO_MORE_ANSWERS, isKnown: false };
  const answer = user.answers.find(({ about }) => about.every((words) => wordsIn(question, words)));
  return answer === undefined
    ? { text: user.otherwise, isKnown: false }
    : { text: answer.says, isKnown: true };
}
