import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { RULES } from '../src/lint/rules.js';
import { BENCHMARKS } from '../src/registry/benchmarks.js';

describe('docs/lint.md', () => {
  it('lists the rules as they are, those of benchmarks behind the shared ones, one row each', () => {
    const page = readFileSync(new URL('../docs/lint.md', import.meta.url), 'utf8');
    const rows = page
      .split('\n')
      .filter((line) => /^\| `\w+\//.test(line))
      .map((line) => line.split('|').map((cell) => cell.trim()));
    const own = [...BENCHMARKS.values()].flatMap(({ linter }) => linter?.rules ?? []);
    const rules = [...RULES.values(), ...own];
    expect(rows.map(([, id, severity, title, hint]) => [id, severity, title, hint])).toEqual(
      rules.map(({ id, severity, title, hint }) => [`\`${id}\``, severity, title, hint]),
    );
    expect(new Set(rules.map(({ id }) => id)).size).toBe(rules.length);
  });
});
