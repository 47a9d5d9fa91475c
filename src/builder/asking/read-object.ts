import type { z } from 'zod';
import { describeIssue } from '../../domain/text/describe-issue.js';
import { answerWithoutThinking } from '../../models/dialects/reading/cut-thinking.js';
import { findObject, readLooseJson } from '../../models/dialects/reading/read-loose-json.js';
import { reads, readChecked, unreadable, type Reading } from '../../models/readers/reading.js';

/** The last JSON object of an answer that fits the schema; thinking, fences and prose around it are passed over. */
export function readObject<T>(answer: string, schema: z.ZodType<T>): Reading<T> {
  return readChecked(answer, (original) => {
    const text = answerWithoutThinking(original);
    let found: { readonly value: T } | null = null;
    let problem = 'the answer holds no JSON object';
    for (let start = findObject(text); start >= 0;) {
      const read = readLooseJson(text, start, { warnings: new Set() });
      if (read.type === 'json') {
        const fits = schema.safeParse(read.value);
        if (fits.success) found = { value: fits.data };
        else if (fits.error.issues[0] !== undefined) problem = describeIssue(fits.error.issues[0]);
      } else problem = read.message;
      start = findObject(text, Math.max(read.end, start + 1));
    }
    return found === null ? unreadable(problem) : reads(found.value);
  });
}
