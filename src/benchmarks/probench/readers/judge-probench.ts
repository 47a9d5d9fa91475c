import { cutThinking } from '../../../models/dialects/reading/cut-thinking.js';
import { reads, readChecked, unreadable, type Reading } from '../../../models/readers/reading.js';
import { lastTagged } from '../../../models/readers/tagged-text.js';

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
