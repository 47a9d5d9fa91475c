import { defineScanner } from './scanner.js';

/** Answers that cannot be read for one reason, after which the agent should have written otherwise. */
const FEWEST = 2;

/** The same format error again: the agent does not learn from what it is told. */
export const repeatedFormatErrorScanner = defineScanner({
  name: 'repeated-format-error',
  version: '1',
  title: 'answers that cannot be read for the same reason twice or more',
  readsScreens: false,
  scan({ trajectory }) {
    const byKind = new Map<string, number[]>();
    for (const [place, { formatError }] of trajectory.steps.entries()) {
      if (formatError === undefined) continue;
      byKind.set(formatError.kind, [...(byKind.get(formatError.kind) ?? []), place]);
    }
    return [...byKind]
      .filter(([, steps]) => steps.length >= FEWEST)
      .map(([kind, steps]) => ({ message: `${steps.length} answers have the format error ${kind}`, steps }));
  },
});
