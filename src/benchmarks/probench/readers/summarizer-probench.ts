import { cutThinking } from '../../../models/dialects/reading/cut-thinking.js';
import { reads, readChecked, unreadable, type Reading } from '../../../models/readers/reading.js';
import { lastTagged } from '../../../models/readers/tagged-text.js';

/** What a click did, in words. */
export interface ClickSummary {
  readonly summary: string;
  /** The click changed nothing. */
  readonly invalid: boolean;
}

/**
 * Answer of ProBench's click summariser: the last `<summary>` behind its thinking.
 *
 * Source: ProBench paper, appendix, summariser prompt.
 */
export function readClickSummary(answer: string): Reading<ClickSummary> {
  return readChecked(answer, (text) => {
    const summary = lastTagged(cutThinking(text).text, 'summary');
    if (summary === null || summary === '') return unreadable('no <summary> behind the thinking');
    return reads({ summary, invalid: /^invalid click/i.test(summary) });
  });
}
