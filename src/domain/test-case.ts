import { z } from 'zod';

/** One step of a written test case. */
export const TestCaseStepSchema = z.strictObject({
  action: z.string().describe('What to do, as written.'),
  data: z.string().optional().describe('What to type or choose, as written.'),
  expected: z
    .array(z.string())
    .optional()
    .describe('What is to be seen after it, as written; each has an entry among the evaluators.'),
});

/** The written test case a task was drafted from, word for word; importing it again compares with it. */
export const TestCaseSchema = z.strictObject({
  title: z.string(),
  file: z.string().describe('File it was read from, relative to the folder of the suite.'),
  objective: z.string().optional(),
  section: z.string().optional(),
  preconditions: z.string().optional().describe('What must hold before; choose the start accordingly.'),
  priority: z.string().optional(),
  steps: z.array(TestCaseStepSchema).min(1),
});
export type TestCase = z.infer<typeof TestCaseSchema>;

/** The steps of a test case as one instruction, in order. */
export function stepInstruction({ steps }: TestCase): string {
  return steps
    .map(({ action, data }, index) => {
      const text = action.replaceAll('\n', ' ');
      return `${index + 1}. ${text}${data === undefined ? '' : ` (${data.replaceAll('\n', '; ')})`}`;
    })
    .join('\n');
}
