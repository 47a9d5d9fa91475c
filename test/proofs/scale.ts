import { NO_REDIS } from '../fixtures/redis-server.js';
import type { Proof, ProofRow } from './proof.js';
import { SCALE_PARTS } from './scale/all-parts.js';

/** Many machines change no number: each part is a file of `scale/`. `TOUCHSTONE_SCALE_PARTS=NAME,…` chooses some. */
export const scaleProof: Proof = {
  name: 'scale',
  title:
    'Many workers come to the tables of one, whatever is killed, restarted or cut off, and take a share of its time.',
  async prove(size, note) {
    if (NO_REDIS !== null) return [{ figure: 'parts', value: 0, expected: NO_REDIS }];
    const chosen = process.env['TOUCHSTONE_SCALE_PARTS']?.split(',');
    const rows: ProofRow[] = [];
    for (const part of SCALE_PARTS) {
      if (chosen?.includes(part.name) === false) continue;
      for (const row of await part.prove(size, note)) {
        rows.push({ ...row, figure: `${part.name}: ${row.figure}` });
      }
    }
    return rows;
  },
};
