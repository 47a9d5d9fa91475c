import type { Proof } from './proof.js';
import { proveAlignment } from './viewer/alignment.js';
import { indexAfterKill } from './viewer/index-after-kill.js';

/** What the viewer rests on, and what it says of runs, holds. */
export const viewerProof: Proof = {
  name: 'viewer',
  title:
    'The index over a folder of runs equals one made anew after kills; episodes of one task are aligned, and where they part is found.',
  prove: async (...given) => [...(await indexAfterKill(...given)), ...(await proveAlignment(...given))],
};
