import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const SECTIONS = ['3', '4', '5', '6', '7', '8', '9', '10', '11', '12'];

interface Row {
  readonly section: string;
  readonly statement: string;
  readonly decidedBy: string;
}

function rowsOfPage(): readonly Row[] {
  return readFileSync(join(ROOT, 'docs/android-statements.md'), 'utf8')
    .split('\n')
    .flatMap((line) => {
      const [, section = '', statement = '', decidedBy = ''] = line.split('|').map((cell) => cell.trim());
      return /^\d+(?:\.\d+)?$/.test(section) ? [{ section, statement, decidedBy }] : [];
    });
}

describe('statements of the driver for phones', () => {
  it('are there for every section, each once', () => {
    const rows = rowsOfPage();
    expect(SECTIONS.filter((one) => !rows.some(({ section }) => section.split('.')[0] === one))).toEqual([]);
    expect(new Set(rows.map(({ statement }) => statement)).size).toBe(rows.length);
  });

  it('each name a test that is there, or why they are left', () => {
    const broken = rowsOfPage().filter(({ decidedBy }) => {
      if (/^left: \S.{10}/.test(decidedBy)) return false;
      const [, file = '', title = ''] = /^`([^`]+\.ts)`(?:: `([^`]+)`)?$/.exec(decidedBy) ?? [];
      const path = join(ROOT, file);
      return file === '' || !existsSync(path) || !readFileSync(path, 'utf8').includes(title);
    });
    expect(broken).toEqual([]);
  });
});
