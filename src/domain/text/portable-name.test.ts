import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { portableName, addressPart, nameOfPortable } from './portable-name.js';

const odd = fc.oneof(
  fc.constantFrom(
    '',
    '.',
    '..',
    '...',
    '~',
    '~002e',
    '~002',
    '%2e',
    'a/../b',
    '?#',
    '\ud83d',
    'a\udc00b',
    '😀',
  ),
  fc.string({ unit: fc.nat(0xffff).map((unit) => String.fromCharCode(unit)) }),
);

describe('a name in an address', () => {
  it('comes back as it was, through a browser’s address as a part of a path or a query', () => {
    fc.assert(
      fc.property(odd, (name) => {
        const { pathname, searchParams } = new URL(
          `http://host/before/${addressPart(name)}/after?name=${addressPart(name)}`,
        );
        const parts = pathname.split('/').map(decodeURIComponent);
        expect([parts.length, nameOfPortable(parts[2] ?? '')]).toEqual([4, name]);
        expect(nameOfPortable(searchParams.get('name') ?? '')).toBe(name);
      }),
    );
  });

  it('is the same for every name that needs no help', () => {
    expect(['task-0003', 'a b/c', '~x', '%', '😀', '...'].map(portableName)).toEqual([
      'task-0003',
      'a b/c',
      '~x',
      '%',
      '😀',
      '...',
    ]);
    expect(portableName('..')).toBe('~002e002e');
  });
});
