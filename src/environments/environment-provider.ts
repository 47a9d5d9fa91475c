import type { EnvironmentIdentity } from '../domain/run.js';
import type { Environment } from './environment.js';

/**
 * Gives out environments, each for one episode at a time. Disposing of one returns it, also after a failure.
 * Promises: `environmentProviderContract` in `touchstone/testing`.
 */
export interface EnvironmentProvider<Item> {
  readonly identity: EnvironmentIdentity;
  /** How many can be in use at a time; Infinity where each episode gets an environment of its own. */
  readonly capacity: number;
  /** Gives an environment for an episode of the item; waits while all are in use. */
  lend(item: Item, options: { readonly signal: AbortSignal }): Promise<Environment>;
}

/** Environments that are made for their episode; making one is cheap, since what they show is shared. */
export function madeEnvironments<Item>(
  identity: EnvironmentIdentity,
  make: (item: Item, options: { readonly signal: AbortSignal }) => Promise<Environment>,
): EnvironmentProvider<Item> {
  return { identity, capacity: Number.POSITIVE_INFINITY, lend: make };
}
