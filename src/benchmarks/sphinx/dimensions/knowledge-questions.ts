import { join } from 'node:path';
import { z } from 'zod';
import { readJsonFile } from '../../../formats/read-json-file.js';

const text = z.string().min(1);

/**
 * A question as `questions.json` has it. The published file misspells `app_cateory`, which may be null; both spellings are
 * read.
 */
const KnowledgeQuestionSchema = z.object({
  question: text,
  options: z.strictObject({ A: text, B: text, C: text, D: text }),
  ground_truth: z.enum(['A', 'B', 'C', 'D'], { error: 'it must be one of A, B, C and D' }),
  question_type: z.enum(['app_level', 'intention_level'], {
    error: 'it must be app_level or intention_level',
  }),
  app_name: z.array(z.string()).default([]),
  app_cateory: z.string().nullish(),
  app_category: z.string().nullish(),
  author: z.string().nullish(),
});
type PublishedQuestion = z.infer<typeof KnowledgeQuestionSchema>;

/** A question about what a goal means or what an app can do, one of whose four options is right. */
export interface KnowledgeQuestion {
  /** Place in its file, from 0; the published file has no other name for it. */
  readonly index: number;
  readonly dimension: 'goal' | 'knowledge';
  readonly text: string;
  readonly options: PublishedQuestion['options'];
  readonly right: PublishedQuestion['ground_truth'];
  /** Names of the apps it is about, as people know them; not the names that tasks use. */
  readonly apps: readonly string[];
  readonly category: string | null;
}

export interface KnowledgeQuestions {
  readonly file: string;
  readonly questions: readonly KnowledgeQuestion[];
  /** What is odd about the file, a sentence each. */
  readonly warnings: readonly string[];
}

/**
 * Questions of a file of the published kind: `questions.json` of the data unless another file is named.
 *
 * Source: SPHINX repository, `questions.json`. Names of apps that are blank are left out, those with commas are several.
 *
 * @throws {DatasetError} naming file and place
 */
export async function readKnowledgeQuestions(
  dataDirectory: string,
  options: { readonly file?: string; readonly signal?: AbortSignal } = {},
): Promise<KnowledgeQuestions> {
  const file = options.file ?? join(dataDirectory, 'questions.json');
  const published = await readJsonFile(file, z.array(KnowledgeQuestionSchema).min(1), options);
  const questions = published.map((question, index): KnowledgeQuestion => ({
    index,
    dimension: question.question_type === 'app_level' ? 'knowledge' : 'goal',
    text: question.question,
    options: question.options,
    right: question.ground_truth,
    apps: question.app_name.flatMap((name) => name.split(',')).flatMap(named),
    category: categoryOf(question),
  }));
  return { file, questions, warnings: oddities(published) };
}

function categoryOf({ app_category: spelt, app_cateory: misspelt }: PublishedQuestion): string | null {
  return named(spelt ?? misspelt ?? '')[0] ?? null;
}

function named(name: string): string[] {
  const trimmed = name.trim();
  return trimmed === '' ? [] : [trimmed];
}

function oddities(questions: readonly PublishedQuestion[]): string[] {
  const count = (has: (question: PublishedQuestion) => boolean): number => questions.filter(has).length;
  const found: [number, string][] = [
    [count(({ app_cateory: misspelt }) => misspelt !== undefined), 'spell "app_category" as "app_cateory"'],
    [count((question) => categoryOf(question) === null), 'name no category of app'],
    [
      count(({ app_name: names }) => names.some((name) => name.trim() === '')),
      'have a blank among the names of their apps',
    ],
    [
      count(({ app_name: names }) => names.some((name) => name.includes(','))),
      'have a comma within the name of an app, taken as several',
    ],
  ];
  return found.flatMap(([number, what]) => (number === 0 ? [] : [`${number} of the questions ${what}`]));
}
