import { cutThinking } from '../dialects/cut-thinking.js';
import { reads, readChecked, unreadable } from './reading.js';
import type { Reading } from './reading.js';
import { lastTagged } from './tagged-text.js';

/**
 * Verdict of ProBench's state and process judges: the last `<answer>` behind their thinking, True or False in any case.
 *
 * Source: ProBench paper, appendix, judge prompts.
 */
export function readProbenchVerdict(answer: string): Reading<boolean> {
  return readChecked(answer, (text) => {
    const verdict = lastTagged(cutThinking(text).text, 'answer')?.toLowerCase();
    if (verdict === 'true' || verdict === 'false') return reads(verdict === 'true');
    return unreadable('no <answer> with True or False behind the thinking');
  });
}
