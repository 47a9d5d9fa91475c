import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { RULES } from './rules.js';

describe('RULES', () => {
  it('are listed in docs/lint.md as they are, one row each', () => {
    const page = readFileSync(new URL('../../docs/lint.md', import.meta.url), 'utf8');
    const rows = page
      .split('\n')
      .filter((line) => /^\| `\w+\//.test(line))
      .map((line) => line.split('|').map((cell) => cell.trim()));
    expect(rows.map(([, id, severity, title, hint]) => [id, severity, title, hint])).toEqual(
      [...RULES.values()].map(({ id, severity, title, hint }) => [`\`${id}\``, severity, title, hint]),
    );
  });
});
