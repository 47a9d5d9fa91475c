import type { DialectFamily } from '../../models/dialects/define-dialect.js';
import { DIALECTS } from '../../registry/dialects.js';

/** The family with the releases and published readers that benchmarks add to it. */
export function registeredDialect(family: string): DialectFamily {
  const found = DIALECTS.get(family);
  if (found === undefined) throw new Error(`there is no dialect ${family}`);
  return found;
}
