import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Mode } from '../../mode.js';
import { carriedText, carriesText } from '../../text/carried-text.js';
import { prepareText, prepareTyped, textMatches } from '../text-match.js';
import { typedTexts } from './typed-texts.js';

/** Every text of up to five letters. */
const ALL = ((): string[] => {
  const found = [''];
  // A list visits what is added while it is walked through.
  for (const text of found)
    if (text.length < 5) found.push(...['a', 'b', ',', '^'].map((letter) => text + letter));
  return found;
})();

it.each<Mode>(['reference', 'corrected'])(
  'follows every combination of edges that any short text follows, in %s mode',
  (mode) => {
    const texts = fc.array(fc.stringMatching(/^[ab,]{0,3}$/), { minLength: 1, maxLength: 3 });
    fc.assert(
      fc.property(texts, (own) => {
        const edges = own.map((text) => ({ text, match: prepareText(text) }));
        const fired = (text: string): string => {
          const typed = prepareTyped(text);
          const carried = carriedText(text);
          const follows = ({ match }: (typeof edges)[number]): boolean =>
            mode === 'corrected' ? carriesText(match.asked, carried) : textMatches(match, typed);
          return edges.map((edge) => (follows(edge) ? 1 : 0)).join('');
        };
        const found = new Set(typedTexts(edges, mode).map(fired));
        const possible = new Set(ALL.map(fired).filter((combination) => combination.includes('1')));
        // Of edges with one text, one is enough.
        if (new Set(own).size > 1)
          expect([...possible].filter((combination) => !found.has(combination))).toEqual([]);
      }),
      { numRuns: 200 },
    );
  },
);

it('types what an edge records before anything else', () => {
  const edges = ['oat milk', 'bread'].map((text) => ({ text, match: prepareText(text) }));
  expect(typedTexts(edges, 'corrected').slice(0, 2)).toEqual(['oat milk', 'bread']);
  expect(typedTexts(edges.slice(0, 1), 'corrected')).toEqual(['oat milk']);
});
