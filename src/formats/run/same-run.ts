import type { RunIndex } from './run-index.js';

/** Whether two folders hold one run, one being a copy of the other. A name alone may be used again. */
export function isSameRun(a: Pick<RunIndex, 'start'>, b: Pick<RunIndex, 'start'>): boolean {
  const { run, at, identityHash } = a.start;
  return run === b.start.run && at === b.start.at && identityHash === b.start.identityHash;
}
