import { setFlagsFromString } from 'node:v8';

/** Per cent of what is in use that may gather beside it before it is looked for garbage. */
const GROWTH = 15;

/**
 * Has this process keep little memory that it does not use. A server runs for days beside other programs; by itself Node lets garbage of
 * an index that is made grow to several times of what is in use.
 */
export function keepMemorySmall(): void {
  setFlagsFromString(`--heap-growing-percent=${GROWTH}`);
}
