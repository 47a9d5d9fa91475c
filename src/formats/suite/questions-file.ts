import { z } from 'zod';
import { OPTION_LETTERS } from '../../domain/questions/question.js';

const text = z.string().min(1);
/** An option's node ids, any of which shows what the option states. */
const states = z.strictObject({
  A: z.array(text).min(1),
  B: z.array(text).min(1),
  C: z.array(text).min(1),
  D: z.array(text).min(1),
});

/** How the right answer can be checked against the world. */
export const QuestionCheckSchema = z.discriminatedUnion('type', [
  /** Options are ends of a task: only the right one's states reach its last milestone. */
  z.strictObject({ type: z.literal('result'), task: text, states }),
  /** Options are pages: only the right one's show an element of exactly this text or description. */
  z.strictObject({ type: z.literal('element'), element: text, states }),
]);

/** A question about a world, one of whose four options is right. */
export const WorldQuestionSchema = z.strictObject({
  /** Unique within the file; goes into the names of its items. */
  id: z.string().regex(/^[a-z0-9][a-z0-9-]*$/, { error: 'it must be of small letters, digits and hyphens' }),
  /** Whether it asks what a goal means, or what an app has. */
  dimension: z.enum(['goal', 'knowledge'], { error: 'it must be goal or knowledge' }),
  question: text,
  options: z.strictObject({ A: text, B: text, C: text, D: text }),
  right: z.enum(OPTION_LETTERS, { error: 'it must be one of A, B, C and D' }),
  /** Names of the apps it is about; the first is named with the question. */
  apps: z.array(text).default([]),
  /** Kind of app, named with the question. */
  category: text.optional(),
  check: QuestionCheckSchema.optional(),
});
export type WorldQuestion = z.infer<typeof WorldQuestionSchema>;

/** `questions.json` of a world folder, format version 1. Described in docs/formats.md. */
export const QuestionsFileSchema = z.strictObject({
  $schema: z.string().optional(),
  formatVersion: z.literal(1),
  questions: z.array(WorldQuestionSchema).min(1),
});

/** Steps from each older version of the format to the next. */
export const QUESTIONS_FORMAT = { name: 'questions', steps: [] } as const;
