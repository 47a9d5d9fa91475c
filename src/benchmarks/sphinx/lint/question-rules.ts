import { z } from 'zod';
import type { Finding } from '../../../domain/finding.js';
import { found } from '../../../lint/rules.js';
import { foundInSphinx } from './rules.js';

const LETTERS = ['A', 'B', 'C', 'D'] as const;

const QuestionSchema = z.object({
  question: z.string().min(1),
  options: z.strictObject({ A: z.string(), B: z.string(), C: z.string(), D: z.string() }),
  ground_truth: z.enum(LETTERS),
  question_type: z.enum(['app_level', 'intention_level']),
  app_name: z.array(z.string()).min(1),
  // Misspelt in the published file; either is taken.
  app_cateory: z.string().nullish(),
  app_category: z.string().nullish(),
});

/** What is odd about `questions.json`. `value` is the parsed file. */
export function lintQuestions(value: unknown, file: string): Finding[] {
  if (!Array.isArray(value)) {
    return [
      found('file/schema', { file, path: [], subjects: [file], message: 'expected a list of questions' }),
    ];
  }
  const findings: Finding[] = [];
  const truths = new Map<string, number>(LETTERS.map((letter) => [letter, 0]));
  for (const [index, item] of (value as readonly unknown[]).entries()) {
    const subjects = [`question ${index}`];
    const result = QuestionSchema.safeParse(item);
    if (!result.success) {
      const [issue] = result.error.issues;
      const path = [
        index,
        ...(issue?.path ?? []).map((part) => (typeof part === 'symbol' ? String(part) : part)),
      ];
      const message = issue?.message ?? 'this is no question';
      findings.push(found('file/schema', { file, path, subjects, message }));
      continue;
    }
    const { ground_truth: truth, app_name: apps, app_cateory, app_category } = result.data;
    truths.set(truth, (truths.get(truth) ?? 0) + 1);
    const odd = apps.filter((name) => name.trim() === '' || name.includes(',') || name.trim() !== name);
    if (odd.length > 0) {
      const message = `question ${index} names its apps ${odd.map((name) => JSON.stringify(name)).join(', ')}`;
      const path = [index, 'app_name'];
      findings.push(
        foundInSphinx('sphinx/question-oddity', { file, path, subjects, message, details: { names: odd } }),
      );
    }
    if ((app_cateory ?? app_category ?? null) === null) {
      const message = `question ${index} has no app category`;
      findings.push(foundInSphinx('sphinx/question-oddity', { file, path: [index], subjects, message }));
    }
  }
  const counts = [...truths.values()];
  const total = counts.reduce((sum, count) => sum + count, 0);
  const most = Math.max(...counts);
  if (total >= 20 && most > total * 0.35) {
    const list = [...truths].map(([letter, count]) => `${letter} ${count}`).join(', ');
    const message = `the right answers are ${list}; always giving the commonest letter is right in ${((most / total) * 100).toFixed(1)} %`;
    const details = Object.fromEntries(truths);
    findings.push(
      foundInSphinx('sphinx/answer-skew', { file, path: [], subjects: [file], message, details }),
    );
  }
  return findings;
}
