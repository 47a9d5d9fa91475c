import { z } from 'zod';
import { describeIssue } from '../../domain/text/describe-issue.js';
import { DatasetError } from '../../errors.js';

export const RubricCriterionSchema = z.object({
  id: z.string().regex(/^[\w.-]{1,64}$/, 'letters, digits, ".", "_" and "-" alone'),
  /** What has to be the case, in words. */
  title: z.string().min(1),
  /** Whether the task is done only with it; true unless given. */
  required: z.boolean().default(true),
});
export type RubricCriterion = z.infer<typeof RubricCriterionSchema>;

/** What makes a task done, criterion by criterion: for all tasks, and for some of them by their ids. */
export const RubricSchema = z
  .object({
    formatVersion: z.literal(1),
    criteria: z.array(RubricCriterionSchema).default([]),
    tasks: z.record(z.string(), z.array(RubricCriterionSchema)).default({}),
  })
  .superRefine(({ criteria, tasks }, context) => {
    if (criteria.length === 0 && Object.keys(tasks).length === 0) {
      context.addIssue({ code: 'custom', message: 'a rubric without criteria judges nothing' });
    }
    for (const [task, own] of Object.entries({ '': [], ...tasks })) {
      const ids = [...criteria, ...own].map(({ id }) => id);
      const twice = ids.find((id, index) => ids.indexOf(id) < index);
      if (twice === undefined) continue;
      const path = task === '' ? ['criteria'] : ['tasks', task];
      context.addIssue({ code: 'custom', path, message: `the criterion "${twice}" is given twice` });
      return;
    }
  });
export type Rubric = z.infer<typeof RubricSchema>;

/** The rubric in a file's text. @throws {DatasetError} with what is wrong with it */
export function parseRubric(text: string, file: string): Rubric {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new DatasetError('the rubric is not JSON', {
      place: { file },
      cause,
      hint: 'docs/judges.md shows one.',
    });
  }
  const parsed = RubricSchema.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const problem =
    issue === undefined ? 'it is no rubric' : `${issue.path.join('.')}: ${describeIssue(issue)}`;
  throw new DatasetError(`the rubric cannot be used: ${problem}`, {
    place: { file },
    hint: 'docs/judges.md shows one.',
  });
}
