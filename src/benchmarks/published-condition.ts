/** How a benchmark's paper, or its code, asked a model: what a run has to say to be under the same condition. */
export interface PublishedCondition {
  /** The model as the paper's table prints it; null for a release of the family that has no row. */
  readonly row: string | null;
  /** The family, for a sentence about it. */
  readonly family: string;
  /** Name of the agent that asks as it was asked. */
  readonly agent: string;
  /** `name` or `name@variant`. */
  readonly dialect: string;
  /** Switches of the dialect by name. */
  readonly dialectOptions?: Readonly<Record<string, string | number | boolean>>;
  /** What positions count, as `--coordinates` takes it; as the dialect has it unless given. */
  readonly coordinates?: string;
}
