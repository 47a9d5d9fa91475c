import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { DIALECTS } from '../src/registry/dialects.js';
import { ALL_STATEMENTS } from '../src/testing/statements/all-statements.js';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const PAGES = join(ROOT, 'docs/dialects');
const PAGE_NAMES = readdirSync(PAGES);

/** Rows of a page's tables of statements: family, section, sentence and what decides it. */
function rowsOf(page: string): string[][] {
  let family = '';
  const rows: string[][] = [];
  for (const line of readFileSync(join(PAGES, page), 'utf8').split('\n')) {
    family = line.startsWith('#') ? (/^## Statements: `(\w+)`$/.exec(line)?.[1] ?? '') : family;
    const cells = line.split(/(?<!\\)\|/).map((cell) => cell.trim().replaceAll('\\|', '|'));
    const [, section = '', sentence = '', decidedBy = ''] = cells;
    const isRow = family !== '' && cells.length === 5 && !/^(?:from|-+)$/.test(section);
    if (isRow) rows.push([family, section, sentence, decidedBy]);
  }
  return rows;
}

/** The rows that a page must have. */
function expectedRows(page: string): string[][] {
  return ALL_STATEMENTS.filter((each) => each.page === page).flatMap(
    ({ family, statements, elsewhere = [] }) => [
      ...statements.map(({ section, sentence }) => [family, section, sentence, 'the test of this name']),
      ...elsewhere.map(({ section, sentence, file, title }) => [
        family,
        section,
        sentence,
        `\`${file}\`: ${title}`,
      ]),
    ],
  );
}

describe('statements of the specification on the pages of dialects', () => {
  it('are there for every family', () => {
    const covered = ALL_STATEMENTS.map(({ family }) => family);
    expect([...DIALECTS.keys()].filter((family) => !covered.includes(family))).toEqual([]);
    expect(ALL_STATEMENTS.filter(({ page }) => !PAGE_NAMES.includes(page))).toEqual([]);
  });

  it.each(PAGE_NAMES)('%s names the test that decides each', (page) => {
    expect(rowsOf(page)).toEqual(expectedRows(page));
  });

  it('are decided by tests that there are', () => {
    const missing = ALL_STATEMENTS.flatMap(({ elsewhere = [] }) => elsewhere).filter(({ file, title }) => {
      const path = join(ROOT, file);
      return !existsSync(path) || !readFileSync(path, 'utf8').includes(title);
    });
    expect(missing).toEqual([]);
  });

  it('each have a sentence of their own and an answer that decides it', () => {
    for (const { family, statements } of ALL_STATEMENTS) {
      const sentences = statements.map(({ sentence }) => sentence);
      expect(new Set(sentences).size, family).toBe(sentences.length);
      expect(statements.filter(({ cases }) => cases.length === 0)).toEqual([]);
    }
  });
});
