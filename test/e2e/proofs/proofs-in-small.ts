import { describe, expect, it } from 'vitest';
import { PROOFS } from '../../proofs/all-proofs.js';

/** Each test file does a part of the proofs: two that take long are not one after the other while a core has nothing to do. */
export const PARTS = {
  builder: ['builder'],
  phones: ['live', 'phone-soak', 'pocket-live'],
} as const;

/** Does proofs of `npm run accept` in small. @param isOfThis whether a proof is of this file, by its name */
export function proofsInSmall(isOfThis: (name: string) => boolean): void {
  const proofs = PROOFS.filter(({ name }) => isOfThis(name));
  describe('the proofs of `npm run accept`, in small', () => {
    it.each(proofs.map((proof) => [proof.name, proof] as const))('%s', async (_name, proof) => {
      const rows = await proof.prove('small', () => undefined);
      expect(rows.length).toBeGreaterThan(0);
      for (const { figure, value } of rows) process.stdout.write(`${proof.name}: ${figure}: ${value}\n`);
    });
  });
}
