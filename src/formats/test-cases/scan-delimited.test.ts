import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DelimitedScanner } from './scan-delimited.js';
import { TestCaseFileError } from './test-case-file-error.js';
import type { TableRow } from './table-row.js';

function scan(text: string, delimiter = ',', pieces: readonly number[] = []): TableRow[] {
  const scanner = new DelimitedScanner('x.csv', delimiter);
  const rows: TableRow[] = [];
  let start = 0;
  for (const end of [...pieces.toSorted((a, b) => a - b), text.length]) {
    rows.push(...scanner.push(text.slice(start, end)));
    start = Math.max(start, end);
  }
  return [...rows, ...scanner.end()];
}
const textsOf = (rows: readonly TableRow[]): string[][] =>
  rows.map(({ cells }) => cells.map(({ text }) => text));

const delimiters = fc.constantFrom(',', ';', '\t', '|');
const lineEnds = fc.constantFrom('\n', '\r\n', '\r');
/** Fields as hard as they come; line ends in them are written as the file's. */
const field = fc
  .oneof(fc.string(), fc.stringMatching(/^[ab",;\n\t|]{0,8}$/))
  .map((text) => text.replaceAll('\r', ''));

describe('DelimitedScanner', () => {
  it('gives back what was written, wherever the pieces end', () => {
    fc.assert(
      fc.property(
        fc.array(fc.array(field, { minLength: 1, maxLength: 5 }), { minLength: 1, maxLength: 6 }),
        delimiters,
        lineEnds,
        fc.boolean(),
        fc.array(fc.nat(200)),
        (rows, delimiter, lineEnd, isClosed, cuts) => {
          const quote = (text: string): string => `"${text.replaceAll('"', '""').replaceAll('\n', lineEnd)}"`;
          const text = rows.map((row) => row.map(quote).join(delimiter)).join(lineEnd);
          const pieces = cuts.map((cut) => cut % (text.length + 1));
          expect(textsOf(scan(isClosed ? text + lineEnd : text, delimiter, pieces))).toEqual(rows);
        },
      ),
    );
  });

  it('knows the place of every cell', () => {
    const plain = fc.stringMatching(/^[a-z ]{1,6}$/);
    fc.assert(
      fc.property(fc.array(fc.array(plain, { minLength: 1, maxLength: 4 }), { minLength: 1 }), (rows) => {
        const lines = rows.map((row) => row.join(','));
        for (const row of scan(lines.join('\n'))) {
          for (const { text, line, column } of row.cells) {
            expect(lines[line - 1]?.slice(column - 1, column - 1 + text.length)).toBe(text);
          }
        }
      }),
    );
    const [, second] = scan('a\r\n"x\r\ny",z');
    expect(second).toEqual({
      line: 2,
      cells: [
        { text: 'x\ny', line: 2, column: 1 },
        { text: 'z', line: 3, column: 4 },
      ],
    });
  });

  it('throws nothing but its own error, with a place, on any input', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^["a,\n\r ]{0,40}$/), (text) => {
        try {
          scan(text);
        } catch (error) {
          expect(error).toBeInstanceOf(TestCaseFileError);
          expect((error as TestCaseFileError).place?.column).toBeGreaterThan(0);
        }
      }),
    );
  });

  it('stops at a field too long to be meant, and names its quote', () => {
    expect(() => scan(`a,"${'x'.repeat(1024 * 1024 + 1)}`)).toThrow(
      /x\.csv:1:3: a field has more than a million/,
    );
  });
});
