import { PARTS, proofsInSmall } from './proofs-in-small.js';

const elsewhere = new Set<string>(Object.values(PARTS).flat());
proofsInSmall((name) => !elsewhere.has(name));
