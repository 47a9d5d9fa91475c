import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { PROOFS } from './proofs/all-proofs.js';

describe('the proofs of `npm run accept`', () => {
  it('are all on the list', () => {
    const folder = fileURLToPath(new URL('./proofs/', import.meta.url));
    const parts = [
      'accept.ts',
      'all-proofs.ts',
      'bundle-child.ts',
      'compare-seed.ts',
      'proof.ts',
      'prover-lane.ts',
      'run-child.ts',
      'run-child-parts.ts',
      'start-child.ts',
      'time-left.ts',
    ];
    const files = readdirSync(folder).filter((file) => file.endsWith('.ts') && !parts.includes(file));
    expect(files.toSorted()).toEqual(PROOFS.map(({ name }) => `${name}.ts`).toSorted());
  });
});
