import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lineAndColumn, offsetOfPath } from './json-scan.js';
import { placesOf, repeatedKeys } from './json-places.js';

/** Ways to every value, the way to a value that is not there among them. */
function pathsOf(value: unknown, path: (string | number)[] = []): (string | number)[][] {
  if (typeof value !== 'object' || value === null) return [path, [...path, 'missing']];
  const inner = Array.isArray(value)
    ? value.flatMap((child, index) => pathsOf(child, [...path, index]))
    : Object.entries(value).flatMap(([key, child]) => pathsOf(child, [...path, key]));
  return [path, ...inner];
}

describe('placesOf', () => {
  it('finds every value where a search for that value alone finds it', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom(0, 2), (value, indent) => {
        const text = JSON.stringify(value, null, indent);
        const paths = pathsOf(value);
        const expected = paths.map((path) => ({
          file: 'f',
          ...lineAndColumn(text, offsetOfPath(text, path) ?? 0),
          path,
        }));
        expect(placesOf('f', text, paths)).toEqual(expected);
      }),
    );
  });

  it('points at the last of repeated keys', () => {
    const text = '{"a": {"b": 1},\n "a": {"c": 2}}';
    expect(
      placesOf('f', text, [['a'], ['a', 'b'], ['a', 'c']]).map(({ line, column }) => [line, column]),
    ).toEqual([
      [2, 7],
      [2, 7],
      [2, 13],
    ]);
  });
});

describe('repeatedKeys', () => {
  it('names object and key, however they are written', () => {
    const text = '[{"a": [{}, {"x": 1, "x": {"y": 2}, "\\u0078": 3}], "b": "\\"a\\":"}]';
    expect(repeatedKeys(text).map(({ path, key }) => [...path, key])).toEqual([
      [0, 'a', 1, 'x'],
      [0, 'a', 1, 'x'],
    ]);
  });

  it('finds none in what a program wrote', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(repeatedKeys(JSON.stringify(value))).toEqual([]);
      }),
    );
  });
});
