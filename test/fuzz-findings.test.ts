import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { FUZZ_READERS } from '../fuzz/fuzz-readers.js';

/** Inputs that `npm run fuzz` found, cut down; none may come to an error that is not meant. */
const FOUND: readonly (readonly [reader: string, text: string, outcome: string | null])[] = [
  ['answer of completions', '{"error":{"message":"too many","code":{"toString":1}}}', 'refused'],
  ['shell', '__proto__', null],
];

it.each(FOUND)('%s takes or refuses %s', async (name, text, outcome) => {
  const reader = FUZZ_READERS.find((known) => known.name === name);
  const folder = await mkdtemp(join(tmpdir(), 'touchstone-fuzz-'));
  try {
    const read = Promise.resolve(reader?.read({ type: 'text', text }, folder));
    if (outcome === null) await expect(read).resolves.toMatchObject({ status: 127 });
    else await expect(read).rejects.toMatchObject({ code: expect.stringMatching(/^MODEL_/) });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
