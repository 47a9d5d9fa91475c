import { reads, readChecked, unreadable, type Reading } from '../../../models/readers/reading.js';
import { lastTagged } from '../../../models/readers/tagged-text.js';

/**
 * Note that ColorBench's multi-agent system keeps of a screen; null where it says that there is nothing to keep.
 *
 * Source: ColorBench reference code, `plan_reflect_agent.py`. Deviation: a missing tag is no note, where the reference keeps
 * a placeholder as if it were one.
 */
export function readColorBenchMemory(answer: string): Reading<string | null> {
  return readChecked(answer, (text) => {
    const memory = lastTagged(text, 'memory');
    if (memory === null) return unreadable('no <memory>');
    return reads(/^["'“”]?(?:none)?["'“”.]{0,4}$/i.test(memory) ? null : memory);
  });
}
