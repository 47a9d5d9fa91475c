/** One measured figure. `target` is what it should reach, `ratio` the figure against a published or required one. */
export interface BenchRow {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  readonly target?: string;
  readonly ratio?: string;
}
