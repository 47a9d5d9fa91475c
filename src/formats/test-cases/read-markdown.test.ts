import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DatasetError } from '../../errors.js';
import { parseMarkdownCases } from './read-markdown.js';
import { saysNothing } from './split-items.js';
import type { WrittenCase } from './written-case.js';

function parse(text: string): readonly WrittenCase[] {
  const ignore = (): void => undefined;
  return parseMarkdownCases(text, {
    file: 'x.md',
    columns: new Map(),
    seen: new Map(),
    onWarning: ignore,
    onHeading: ignore,
  });
}

const word = fc.stringMatching(/^[A-Za-z][A-Za-z ]{0,10}[a-z]$/).filter((text) => !saysNothing(text));
const step = fc.record({
  action: word,
  data: fc.option(word, { nil: null }),
  expected: fc.array(word, { maxLength: 3 }),
});
const written = fc.record({ title: word, steps: fc.array(step, { minLength: 1, maxLength: 5 }) });

/** A case in each of the forms that are read. */
const FORMS: Readonly<
  Record<string, (id: string, one: { title: string; steps: readonly Step[] }) => string>
> = {
  'a table of steps': (id, { title, steps }) =>
    [
      `## ${id}: ${title}`,
      '',
      '| Step | Action | Test data | Expected result |',
      '| - | - | - | - |',
      ...steps.map(
        (one, index) => `| ${index + 1} | ${one.action} | ${one.data ?? ''} | ${one.expected.join('<br>')} |`,
      ),
    ].join('\n'),
  'a row of a table': (id, { title, steps }) =>
    [
      '| ID | Title | Step No | Action | Data | Expected |',
      '| - | - | - | - | - | - |',
      ...steps.map(
        (one, index) =>
          `| ${index === 0 ? id : ''} | ${index === 0 ? title : ''} | ${index + 1} | ${one.action} | ${one.data ?? '-'} | ${one.expected.join('<br>')} |`,
      ),
    ].join('\n'),
  lists: (id, { title, steps }) =>
    [
      `## [${id}] ${title}`,
      '',
      '**Steps:**',
      '',
      ...steps.flatMap((one, index) => [
        `${index + 1}. ${one.action}`,
        ...one.expected.map((text) => `   - Expected: ${text}`),
      ]),
    ].join('\n'),
};
interface Step {
  readonly action: string;
  readonly data: string | null;
  readonly expected: readonly string[];
}

describe('parseMarkdownCases', () => {
  it.each(Object.entries(FORMS))('reads what is written as %s', (form, write) => {
    fc.assert(
      fc.property(fc.array(written, { minLength: 1, maxLength: 4 }), (cases) => {
        const text = cases.map((one, index) => write(`TC-${index + 1}`, one)).join('\n\n');
        const read = parse(text);
        expect(read.map(({ id, title }) => [id, title])).toEqual(
          cases.map(({ title }, index) => [`TC-${index + 1}`, title]),
        );
        for (const [index, { steps }] of read.entries()) {
          expect(steps.map(({ action, expected }) => ({ action, expected }))).toEqual(
            (cases[index]?.steps ?? []).map(({ action, expected }) => ({ action, expected })),
          );
          if (form === 'a table of steps') {
            expect(steps.map(({ data }) => data)).toEqual(cases[index]?.steps.map(({ data }) => data));
          }
        }
      }),
    );
  });

  it('reads a document of many cases, which would take minutes if each cost as much as all before it', () => {
    const one = (index: number): string => `## C-${index}: Open\n\n| Step | Action |\n|-|-|\n| 2 | Go |\n`;
    const cases = parse(Array.from({ length: 30_000 }, (_, index) => one(index)).join(''));
    expect(cases).toHaveLength(30_000);
    expect(cases.at(-1)?.place.line).toBe(29_999 * 5 + 1);
  });

  it.each(['*a', 'a_b_', '`a', '[a](b '])(
    'refuses a cell of %j again and again, whose reading takes time in the square of its length, with its line',
    (marks) => {
      const table = (length: number): string =>
        `# Login\n\n| Step | Action |\n|-|-|\n| 1 | ${marks.repeat(length).slice(0, length).trimEnd()} |\n`;
      expect(parse(table(8192))).toHaveLength(1);
      const refused = {
        message: expect.stringContaining('more than the 8192 allowed'),
        place: { file: 'x.md', line: 5 },
      };
      expect(() => parse(table(9000))).toThrow(expect.objectContaining(refused));
      expect(() => parse(table(1_000_000))).toThrow(expect.objectContaining(refused));
    },
  );

  it('throws nothing but dataset errors on any input', () => {
    const pieces = fc.constantFrom(
      '# A\n',
      '## TC-1: b\n',
      '| ID | Steps |\n|-|-|\n',
      '| a | b |\n',
      '| | | x\n',
      '- x\n',
      '1. y\n',
      'Steps:\n',
      'Expected: z\n',
      '   - Expected: q\n',
      '#### Steps\n',
      '\n',
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(pieces, fc.string()), { maxLength: 30 }), (parts) => {
        try {
          parse(parts.join(''));
        } catch (error) {
          expect(error).toBeInstanceOf(DatasetError);
        }
      }),
    );
  });
});
