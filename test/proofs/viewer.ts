import type { Proof } from './proof.js';
import { proveAlignment } from './viewer/alignment.js';

/** What the viewer says of runs is so. */
export const viewerProof: Proof = {
  name: 'viewer',
  title: 'episodes of one task are set side by side by their screens, and where they part is found',
  prove: proveAlignment,
};
