/** How the episodes of a run used their phones; sums over all of them. */
export interface PhoneUse {
  /** Keys of the episodes counted. */
  readonly episodes: readonly string[];
  /** Those in which no command reached the phone, and that ended without a failure that explains it. */
  readonly silent: readonly string[];
  readonly commands: number;
  /** Actions that reached the recorded world, without the one that ends the episode. */
  readonly actions: number;
  readonly observations: number;
  /** Actions without a look since the one before. */
  readonly blind: number;
  /** Actions that the recording knows nothing of: the screen stayed. */
  readonly misses: number;
  /** Missed touches of something that the recorded hierarchy offers: a way that nobody recorded. */
  readonly missedOnSomething: number;
  /** Missed touches where the recorded hierarchy offers nothing. Neither is known of screens without a hierarchy. */
  readonly missedOnNothing: number;
  /** Misses that an earlier miss of the episode was equal to, in the same state. */
  readonly missedAgain: number;
  /** Touches outside the screen: no actions. */
  readonly outside: number;
  /** Commands and services that the phone does not have, as often as they were asked for. */
  readonly unknownRequests: number;
  /** Real time from the first command of each episode to the end of its last. */
  readonly seconds: number;
  /** What the phone was asked for and does not have, or was asked for to no effect, with the episodes that asked. */
  readonly unknown: ReadonlyMap<string, { readonly count: number; readonly episodes: readonly string[] }>;
}
