import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DEFAULT_ELEMENTS, readElements } from './read-elements.js';

const one = {
  element_name: 'Search',
  element_type: 'button',
  coordinates: [10, 20],
  description: 'd',
  confidence: 0.9,
};
const names = (answer: string): string[] => readElements(answer).map(({ name }) => name);

describe('readElements', () => {
  it.each([
    ['plain', JSON.stringify({ clickable_elements: [one] })],
    ['fenced', `Here:\n\`\`\`json\n${JSON.stringify({ clickable_elements: [one] })}\n\`\`\``],
    ['a trailing comma', `{"clickable_elements": [${JSON.stringify(one)},]}`],
    ['bare keys', "{clickable_elements: [{element_name: 'Search', coordinates: [10, 20]}]}"],
    ['a comment', `{"clickable_elements": [ // the first\n${JSON.stringify(one)}]}`],
    ['missing closers', '{"clickable_elements": [{"element_name": "Search", "coordinates": [10, 20]'],
    ['one broken object', `{"clickable_elements": [${JSON.stringify(one)}, {"element_name": }]}`],
  ])('reads %s', (_, answer) => {
    expect(names(answer)).toContain('Search');
    expect(readElements(answer)[0]).toMatchObject({ x: 10, y: 20 });
  });

  it('takes bare pairs, and two defaults where there is nothing', () => {
    expect(readElements('tap [3, 4] or [5, 6]').map(({ x, y, confidence }) => [x, y, confidence])).toEqual([
      [3, 4, 0.5],
      [5, 6, 0.5],
    ]);
    expect(readElements('nothing here')).toEqual(DEFAULT_ELEMENTS);
  });

  it('gives elements for any text', () => {
    fc.assert(fc.property(fc.string(), (text) => readElements(text).length > 0));
  });
});
