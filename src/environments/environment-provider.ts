import type { EnvironmentIdentity } from '../domain/run.js';
import type { Environment } from './environment.js';

/**
 * Lends environments, each for one episode at a time, and gets each back when it is disposed of, whatever has happened in it.
 * Promises: `environmentProviderContract` in `touchstone/testing`.
 */
export interface EnvironmentProvider<Item> {
  readonly identity: EnvironmentIdentity;
  /** How many it lends at a time; Infinity where each episode gets an environment of its own. */
  readonly capacity: number;
  /** An environment for an episode of the item; waits while as many are lent as there are. */
  lend(item: Item, options: { readonly signal: AbortSignal }): Promise<Environment>;
}

/** Environments that are made for their episode; making one is cheap, since what they show is shared. */
export function madeEnvironments<Item>(
  identity: EnvironmentIdentity,
  make: (item: Item, options: { readonly signal: AbortSignal }) => Promise<Environment>,
): EnvironmentProvider<Item> {
  return { identity, capacity: Number.POSITIVE_INFINITY, lend: make };
}
