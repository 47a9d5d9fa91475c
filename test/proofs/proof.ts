/** How much a proof does: `small` is what every test run does in seconds, `whole` is what `npm run accept` does once. */
export type ProofSize = 'small' | 'whole';

/** One measured figure of a proof. `expected` says what it had to be. */
export interface ProofRow {
  readonly figure: string;
  readonly value: number | string;
  readonly expected: string;
}

/** Something that one test shows too little of: done at length on request, in small by every test run. */
export interface Proof {
  /** As `npm run accept NAME` has it, and the file in this folder. */
  readonly name: string;
  /** What is shown, one sentence. */
  readonly title: string;
  /**
   * Does it and says what was measured.
   *
   * @param note called with the progress, now and then; `N of M …` is shown with the time that is left
   * @throws when what should be shown does not hold, naming the seed or place that shows it
   */
  prove(size: ProofSize, note: (text: string) => void): Promise<readonly ProofRow[]>;
}
