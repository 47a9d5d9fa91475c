import { describe, expect, it } from 'vitest';
import { chosenObservation } from './observation-choice.js';

const NATIVE = {
  screenshot: true,
  marked: 'm3a',
  text: 'm3a',
  picture: { resize: null, format: 'png' },
} as const;

describe('chosenObservation', () => {
  it("keeps a family's own rule unless something is chosen", () => {
    expect(chosenObservation(NATIVE, 'native')).toBe(NATIVE);
  });

  it.each([
    ['tree', 'sphinx_tree'],
    ['simplified', 'sphinx_simplified'],
    ['leaves', 'sphinx_leaves'],
  ] as const)("shows SPHINX's text %s alone, for every family", (choice, text) => {
    expect(chosenObservation(NATIVE, choice)).toEqual({ ...NATIVE, screenshot: false, marked: null, text });
  });

  it('lists elements for families that have no text of their own', () => {
    expect(chosenObservation({ ...NATIVE, text: null }, 'hierarchy').text).toBe('list');
    expect(chosenObservation(NATIVE, 'both')).toMatchObject({ screenshot: true, text: 'm3a' });
  });
});
