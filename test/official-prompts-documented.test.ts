import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { readCatalogue } from '../src/models/prompt-sources/catalogue/read-catalogue.js';
import type { PromptSet } from '../src/models/prompt-sets/prompt-set.js';
import { DIALECTS } from '../src/registry/dialects.js';
import { PROMPT_SETS } from '../src/registry/prompt-sets.js';

const PAGES = fileURLToPath(new URL('../docs/dialects', import.meta.url));

/** Every line of the pages of dialects that is about official prompts, by family. */
function documented(): ReadonlyMap<string, string> {
  const lines = readdirSync(PAGES).flatMap((name) => readFileSync(join(PAGES, name), 'utf8').split('\n'));
  return new Map(
    lines.flatMap((line): [string, string][] => {
      const [, family] = /^(?:Official|No official) prompts of `(\w+)`/.exec(line) ?? [];
      return family === undefined ? [] : [[family, line]];
    }),
  );
}

/** Sets of a family with the repositories of their texts: `a`, `b` (owner/name); `c` (owner/name, owner/name). */
function setsText(sets: readonly PromptSet[], repositoryOf: ReadonlyMap<string, string>): string {
  const groups = new Map<string, string[]>();
  for (const { name, texts } of sets) {
    const repositories = [...new Set(texts.map((id) => repositoryOf.get(id) ?? `unknown: ${id}`))];
    const key = repositories.join(', ');
    groups.set(key, [...(groups.get(key) ?? []), `\`${name}\``]);
  }
  return [...groups].map(([key, names]) => `${names.join(', ')} (${key})`).join('; ');
}

const repositories = new Map((await readCatalogue()).map(({ id, repository }) => [id, repository]));
const TABLE = [...DIALECTS.keys()].map((family) => {
  const sets = [...PROMPT_SETS.values()].filter(({ dialect }) => dialect.split('@')[0] === family);
  return { family, sets, text: sets.length === 0 ? 'none' : setsText(sets, repositories) };
});

describe('official prompts on the pages of dialects', () => {
  const lines = documented();

  it.each(TABLE)('$family: $text', ({ family, sets, text }) => {
    const line = lines.get(family);
    if (sets.length > 0) {
      expect(line).toBe(`Official prompts of \`${family}\` (\`--prompt-source official\`): ${text}.`);
    } else {
      expect(line, `say in docs/dialects why ${family} has none`).toMatch(
        /^No official prompts of `\w+`: \S.*\.$/,
      );
    }
  });

  it('are of dialects that there are', () => {
    expect([...lines.keys()].filter((family) => !DIALECTS.has(family))).toEqual([]);
  });
});
