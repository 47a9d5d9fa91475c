import type { Proof } from './proof.js';
import { indexAfterKill } from './viewer/index-after-kill.js';

/** What the viewer rests on holds however its processes end. */
export const viewerProof: Proof = {
  name: 'viewer',
  title:
    'The index over a folder of runs equals one made anew, after kills of whoever keeps it and of the runs.',
  prove: indexAfterKill,
};
