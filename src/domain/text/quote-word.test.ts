import { execFileSync } from 'node:child_process';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { quoteWord } from './quote-word.js';

describe('quoteWord', () => {
  it.each([
    ['python3', 'python3'],
    ['my agent.py', "'my agent.py'"],
    ["it's", String.raw`'it'\''s'`],
    ['', "''"],
    ['$HOME', "'$HOME'"],
  ])('writes %j as %s', (word, quoted) => {
    expect(quoteWord(word)).toBe(quoted);
  });

  it.skipIf(process.platform === 'win32')(
    'is read back by a shell as it was (no POSIX shell on Windows)',
    () => {
      const word = fc.string({ unit: 'grapheme' }).filter((text) => !text.includes('\0'));
      fc.assert(
        fc.property(word, (text) => {
          expect(execFileSync('sh', ['-c', `printf %s ${quoteWord(text)}`], { encoding: 'utf8' })).toBe(text);
        }),
        { numRuns: 30 },
      );
    },
  );
});
