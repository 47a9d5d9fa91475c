import { builderProof } from './builder.js';
import { coverageProof } from './coverage.js';
import { cutsProof } from './cuts.js';
import { gateProof } from './gate.js';
import { judgeCoverageProof } from './judge-coverage.js';
import { killsProof } from './kills.js';
import { liveProof } from './live.js';
import { phoneSoakProof } from './phone-soak.js';
import { pocketLiveProof } from './pocket-live.js';
import type { Proof } from './proof.js';
import { proverProof } from './prover.js';
import { randomAgentProof } from './random-agent.js';
import { scaleProof } from './scale.js';
import { viewerProof } from './viewer.js';

/** Every proof that `npm run accept` knows. */
export const PROOFS: readonly Proof[] = [
  builderProof,
  coverageProof,
  cutsProof,
  gateProof,
  judgeCoverageProof,
  killsProof,
  liveProof,
  phoneSoakProof,
  pocketLiveProof,
  proverProof,
  randomAgentProof,
  scaleProof,
  viewerProof,
];
