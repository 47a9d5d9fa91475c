import { join } from 'node:path';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { attemptFilePath } from './attempt-file-path.js';

describe('attemptFilePath', () => {
  it('names files after item, repeat and attempt', () => {
    expect(attemptFilePath('/runs/r', { item: 'alarm-0700', repeat: 2 }, 1)).toBe(
      '/runs/r/attempts/alarm-0700.2.1',
    );
  });

  it('puts a hash behind a name that is changed, cut or empty', () => {
    const nameOf = (item: string): string =>
      attemptFilePath('/r', { item, repeat: 0 }, 1).slice('/r/attempts/'.length);
    expect(nameOf('a/b c')).toMatch(/^a_b_c-[0-9a-f]{12}\.0\.1$/);
    expect(nameOf('')).toMatch(/^-[0-9a-f]{12}\.0\.1$/);
    expect(nameOf('x'.repeat(60))).toBe(`${'x'.repeat(60)}.0.1`);
    expect(nameOf('x'.repeat(61))).toMatch(/^x{60}-[0-9a-f]{12}\.0\.1$/);
    // Neither of these is well-formed Unicode, and their bytes in UTF-8 would be the same.
    expect(nameOf('\ud800')).not.toBe(nameOf('\ud801'));
  });

  it('is one plain file name of bearable length for any item name, and differs where items do', () => {
    const item = fc.oneof(fc.string(), fc.constantFrom('../../x', '..', 'a/b', '.', 'a'.repeat(300)));
    fc.assert(
      fc.property(item, item, (a, b) => {
        const [first, second] = [a, b].map((name) => attemptFilePath('/r', { item: name, repeat: 0 }, 0));
        const name = (first ?? '').slice(join('/r', 'attempts').length + 1);
        expect(name).toMatch(/^[A-Za-z0-9._-]{1,80}$/);
        expect(first === second).toBe(a === b);
      }),
    );
  });
});
