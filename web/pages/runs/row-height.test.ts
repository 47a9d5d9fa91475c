import { describe, expect, it } from 'vitest';
import { rowHeight } from './row-height.js';

const RUN = { forkOf: null, problem: null, tags: [], note: '' };

describe('rowHeight', () => {
  // As a browser lays them out.
  it.each([
    ['a name alone', {}, 282, 55],
    ['one line below it', { tags: ['nightly', 'v2'] }, 282, 55],
    ['words on two lines', { note: 'x'.repeat(61) }, 282, 72],
    ['the same in a wider column', { note: 'x'.repeat(61) }, 602, 55],
    ['tags and words', { tags: ['n'], note: 'x'.repeat(61) }, 282, 90],
    ['more words than are shown', { note: 'x'.repeat(999) }, 134, 72],
    ['a fork with a problem', { forkOf: 'a', problem: 'it is cut off' }, 282, 72],
  ])('is that of %s', (_, run, width, height) => {
    expect(rowHeight({ ...RUN, ...run }, width)).toBe(height);
  });
});
