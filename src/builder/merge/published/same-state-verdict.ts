import type { Mode } from '../../../domain/mode.js';
import { reads, unreadable, type Reading } from '../../../models/readers/reading.js';

/** Any of these makes the answer a no. */
const NEGATIVE = ['不是', '否', '不属于', '不同'] as const;
/** Where the answer ends and its reason begins. */
const REASON = '原因';

/**
 * Whether a model says that two screenshots show one state: yes unless the part before the reason has a word of denial.
 *
 * An answer without a reason leaves the published code without an answer: it takes that of the screenshot before, and ends with an
 * error where there is none. `corrected` reads the whole text then.
 *
 * Source: ColorBench reference code `graph.py`; colorbench.md section 6.4, step 3.
 *
 * @param previous verdict on the screenshot before, of the same node; null for the first
 */
export function sameStateVerdict(text: string, mode: Mode, previous: boolean | null): Reading<boolean> {
  const end = text.indexOf(REASON);
  if (end === -1 && mode === 'reference') {
    return previous === null ? unreadable(`the answer has no ${REASON}`) : reads(previous);
  }
  const answer = end === -1 ? text : text.slice(0, end);
  return reads(!NEGATIVE.some((word) => answer.includes(word)));
}
