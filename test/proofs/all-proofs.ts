import { cutsProof } from './cuts.js';
import { killsProof } from './kills.js';
import type { Proof } from './proof.js';
import { randomAgentProof } from './random-agent.js';

/** Every proof that `npm run accept` knows. */
export const PROOFS: readonly Proof[] = [cutsProof, killsProof, randomAgentProof];
