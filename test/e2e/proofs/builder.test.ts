import { PARTS, proofsInSmall } from './proofs-in-small.js';

const names: readonly string[] = PARTS.builder;
proofsInSmall((name) => names.includes(name));
