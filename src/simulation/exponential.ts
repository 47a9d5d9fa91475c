import type { RandomStream } from '../domain/random.js';

/** A wait for something that comes independently of all before. */
export function exponential(stream: RandomStream, mean: number): number {
  return -Math.log(1 - stream.next()) * mean;
}
