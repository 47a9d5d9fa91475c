import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../../testing/run-fakes/run-fake.js';
import { readLines, type ReadLinesOptions } from './read-lines.js';

interface Found {
  readonly text: string | null;
  readonly offset: number;
  readonly number: number;
  readonly ended: boolean;
}

async function linesIn(file: string, options: ReadLinesOptions): Promise<Found[]> {
  const found: Found[] = [];
  for await (const batch of readLines(file, options)) {
    for (const { buffer, start, end, length, ...place } of batch) {
      const text = buffer?.toString('latin1', start, end) ?? null;
      if (text !== null) expect(text).toHaveLength(length);
      found.push({ text, ...place });
    }
  }
  return found;
}

/** As a text as a whole is divided. */
function linesOf(text: string, maxLineBytes: number): Found[] {
  const found: Found[] = [];
  let offset = 0;
  const parts = text.split('\n');
  for (const [index, part] of parts.entries()) {
    const ended = index < parts.length - 1;
    const isLong = part.length > maxLineBytes;
    if (ended || part !== '') found.push({ text: isLong ? null : part, offset, number: index + 1, ended });
    offset += part.length + 1;
  }
  return found;
}

describe('readLines', () => {
  it('gives every line of a file, however it lies across chunks', async () => {
    await using folder = await temporaryFolder();
    const file = join(folder.path, 'lines');
    // Chunks have 256 kB.
    const length = fc.oneof(fc.nat(300), fc.integer({ min: 60_000, max: 300_000 }), fc.constant(262_143));
    await fc.assert(
      fc.asyncProperty(fc.array(length, { maxLength: 8 }), fc.boolean(), async (lengths, isEnded) => {
        const text = lengths
          .map(
            (size, index) =>
              String(index % 10).repeat(size) + (isEnded || index < lengths.length - 1 ? '\n' : ''),
          )
          .join('');
        await writeFile(file, text);
        for (const maxLineBytes of [1_000_000, 100_000]) {
          expect(await linesIn(file, { maxLineBytes })).toEqual(linesOf(text, maxLineBytes));
        }
      }),
      { numRuns: 40 },
    );
  });

  it('gives the lines of a range under their numbers', async () => {
    await using folder = await temporaryFolder();
    const file = join(folder.path, 'lines');
    const text = ['a', 'bb', 'c'.repeat(300_000), 'dddd', 'e'].join('\n');
    await writeFile(file, text);
    const [, second, , fourth] = linesOf(text, 1_000_000);
    const range = { line: 2, offset: second?.offset ?? 0, end: (fourth?.offset ?? 0) + 5 };
    expect(await linesIn(file, { maxLineBytes: 1_000_000, range })).toEqual(
      linesOf(text, 1_000_000).slice(1, 4),
    );
  });
});
