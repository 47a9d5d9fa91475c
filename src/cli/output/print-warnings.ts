import type { CommandContext } from '../command-context.js';

/** Warnings printed one by one; the rest are counted. */
const SHOWN = 20;

/** Prints what is odd about data on stderr, without burying the result under it. */
export function printWarnings(warnings: readonly string[], { stderr }: CommandContext): void {
  for (const warning of warnings.slice(0, SHOWN)) stderr.write(`note: ${warning}\n`);
  if (warnings.length > SHOWN) stderr.write(`note: … and ${warnings.length - SHOWN} more\n`);
}
