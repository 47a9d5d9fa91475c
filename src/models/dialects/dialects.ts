import type { DialectFamily } from './define-dialect.js';
import { genericCall } from './generic-call/generic-call.js';

const FAMILIES: readonly DialectFamily[] = [genericCall];

/** Every family of models that Touchstone speaks with, by name. */
export const DIALECTS: ReadonlyMap<string, DialectFamily> = new Map(
  FAMILIES.map((family) => [family.family, family]),
);
