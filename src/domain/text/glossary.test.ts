import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { explain, findTerm, GLOSSARY, READING_WARNINGS } from './glossary.js';

const SOURCES = new URL('../..', import.meta.url).pathname;

describe('the glossary', () => {
  it('says of each word in one sentence of either language what it means', () => {
    for (const { word, en, zh } of Object.values(GLOSSARY)) {
      expect(en, word).toMatch(/^\S.*\.$/);
      expect(zh, word).toMatch(/。$/);
    }
  });

  it('finds the headings of tables, however many repeats there were', () => {
    expect(findTerm('Bounds')).toBe('bounds');
    expect(findTerm('pass^3')).toBe('passAll');
    expect(findTerm('pass@10')).toBe('passAny');
    expect(findTerm('p (Holm)')).toBe('holm');
    expect(findTerm('SR')).toBe('navigation');
    expect(findTerm('Tasks')).toBeNull();
  });

  it('makes footnotes', () => {
    expect(explain('n', 'navigation')).toBe(
      'n: items that were judged. SR: success rate, the share of tasks solved; ACP: average completion, the mean share of their rules that hold.',
    );
  });

  it('is what docs/concepts.md says', async () => {
    const page = (await readFile(join(SOURCES, '..', 'docs', 'concepts.md'), 'utf8')).replaceAll(/ +/g, ' ');
    for (const { word, en } of Object.values(GLOSSARY)) expect(page).toContain(`| ${word} | ${en} |`);
  });

  it('explains every note that a reader of answers makes', async () => {
    const names = await readdir(SOURCES, { recursive: true });
    const codes = new Set<string>();
    for (const name of names.filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))) {
      const text = await readFile(join(SOURCES, name), 'utf8');
      for (const [, code = ''] of text.matchAll(/warnings\.add\(\s*'([a-z_]+)'/g)) codes.add(code);
    }
    expect(codes.size).toBeGreaterThan(15);
    expect([...codes].filter((code) => !(code in READING_WARNINGS))).toEqual([]);
  });
});
