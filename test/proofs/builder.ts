import { proveExplore } from './builder/explore.js';
import { proveFidelity } from './builder/fidelity.js';
import { proveMerge } from './builder/merge.js';
import type { Proof } from './proof.js';

/** From an app to a world: explored, merged, solved, and compared with the app. */
export const builderProof: Proof = {
  name: 'builder',
  title:
    'apps are explored, what was seen becomes a world on which tasks can be solved, and changes of the app are found',
  prove: async (size, note) => [
    ...(await proveMerge(size, note)),
    ...(await proveFidelity(size, note)),
    ...(await proveExplore(size, note)),
  ],
};
