import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

function codesInSource(): string[] {
  const codes = new Set<string>();
  for (const entry of readdirSync(join(ROOT, 'src'), { recursive: true, encoding: 'utf8' })) {
    if (!entry.endsWith('.ts') || entry.endsWith('.test.ts')) continue;
    const text = readFileSync(join(ROOT, 'src', entry), 'utf8');
    for (const match of text.matchAll(/\breadonly code(?:: string)? = '([A-Z0-9_]+)'/g))
      codes.add(match[1] ?? '');
  }
  return [...codes].toSorted();
}

function codesInDocs(): string[] {
  const text = readFileSync(join(ROOT, 'docs', 'errors.md'), 'utf8');
  return [...text.matchAll(/^\| `([A-Z0-9_]+)` +\|/gm)].map((match) => match[1] ?? '').toSorted();
}

describe('docs/errors.md', () => {
  it('lists every error code of the source, and no other', () => {
    expect(codesInDocs()).toEqual(codesInSource());
  });
});
