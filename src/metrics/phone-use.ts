/** How the episodes of a run used their phones; sums over all of them. */
export interface PhoneUse {
  /** Keys of the episodes counted. */
  readonly episodes: readonly string[];
  /** Those in which no command reached the phone, and nobody but the agent is why. */
  readonly silent: readonly string[];
  readonly commands: number;
  /** Actions that reached the recorded world, without the one that ends the episode. */
  readonly actions: number;
  readonly observations: number;
  /** Actions without a look since the one before. */
  readonly blind: number;
  /** Actions that the recording knows nothing of: the screen stayed. */
  readonly misses: number;
  /** Touches outside the screen: no actions. */
  readonly outside: number;
  /** What the phone was asked for and does not have, or was asked for to no effect, with the episodes that asked. */
  readonly unknown: ReadonlyMap<string, { readonly count: number; readonly episodes: readonly string[] }>;
}
