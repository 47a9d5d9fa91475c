import { PARTS, proofsInSmall } from './proofs-in-small.js';

const names: readonly string[] = PARTS.phones;
proofsInSmall((name) => names.includes(name));
