import { reads, readChecked, unreadable, type Reading } from '../../../models/readers/reading.js';

/**
 * Whether the previous action did what it was meant to: Yes or No between triple backticks, the last such pair.
 *
 * Source: SPHINX reference code, Reflexion. Deviation: the reference takes anything without a yes for a no.
 */
export function readSphinxReflection(answer: string): Reading<boolean> {
  return readChecked(answer, (text) => {
    const end = text.lastIndexOf('```');
    const start = end < 3 ? -1 : text.lastIndexOf('```', end - 3);
    const said =
      start < 0
        ? ''
        : text
            .slice(start + 3, end)
            .trim()
            .toLowerCase();
    const word = said.replace(/[.!]$/, '');
    if (word === 'yes' || word === 'no') return reads(word === 'yes');
    return unreadable('neither Yes nor No between triple backticks');
  });
}
