import { z } from 'zod';
import { behindThinking } from '../../judges/behind-thinking.js';
import { findObject, readLooseJson } from '../../models/dialects/reading/read-loose-json.js';
import { reads, readChecked, unreadable, type Reading } from '../../models/readers/reading.js';

/** What a model says to a question about an episode. */
export interface ModelFinding {
  readonly found: 'yes' | 'no' | 'unknown';
  /** From 0. */
  readonly steps: readonly number[];
  readonly finding: string;
}

const AnswerSchema = z.object({
  found: z.enum(['yes', 'no', 'unknown']),
  steps: z.array(z.int().positive()).default([]),
  finding: z.string().default(''),
});

/**
 * The finding in a model's answer: the one JSON object behind its thinking. Refused is one that contradicts itself, cites steps
 * that are not there, or says yes without a step or a sentence.
 *
 * @param count steps of the episode
 */
export function readFinding(answer: string, count: number): Reading<ModelFinding> {
  return readChecked(answer, (original) => {
    const text = behindThinking(original, /\{\s*["']/);
    if (text === null) return unreadable('an object stands before the end of its thinking');
    const given = new Map<string, z.infer<typeof AnswerSchema>>();
    for (let start = findObject(text); start >= 0;) {
      const warnings = new Set<string>();
      const read = readLooseJson(text, start, { warnings });
      if (read.type !== 'json' || warnings.size > 0) return unreadable('an object that is no JSON');
      const parsed = AnswerSchema.safeParse(read.value);
      if (!parsed.success) return unreadable(parsed.error.issues[0]?.message ?? 'no finding');
      given.set(JSON.stringify(parsed.data), parsed.data);
      start = findObject(text, Math.max(read.end, start + 1));
    }
    const [said, ...others] = given.values();
    if (said === undefined) return unreadable('no JSON object with "found"');
    if (others.length > 0) return unreadable('the answer contradicts itself');
    const absent = said.steps.find((step) => step > count);
    if (absent !== undefined) return unreadable(`step ${absent} is cited, and there are ${count}`);
    const finding = said.finding.trim();
    if (said.found === 'yes' && (said.steps.length === 0 || finding === '')) {
      return unreadable('a finding without a step or a sentence');
    }
    const steps = [...new Set(said.steps)].toSorted((a, b) => a - b).map((step) => step - 1);
    return reads({ found: said.found, steps, finding });
  });
}
