import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Collects all garbage now, so that what is measured next is what is still in use. */
export function collectGarbage(): void {
  if (globalThis.gc === undefined) {
    setFlagsFromString('--expose-gc');
    // A context made after the flag has the function.
    globalThis.gc = runInNewContext('gc') as NonNullable<typeof globalThis.gc>;
  }
  globalThis.gc();
}
