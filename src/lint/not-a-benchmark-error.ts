import { DatasetError } from '../errors.js';

/** The folder does not hold the files of the benchmark's data. */
export class NotABenchmarkError extends DatasetError {
  override readonly code = 'NOT_A_BENCHMARK';

  /** `benchmark` is the published one whose data were looked for; null where it was a world of one's own. */
  constructor(folder: string, reason: string, benchmark: string | null, options: { cause?: unknown } = {}) {
    super(
      `this is not a folder with ${benchmark ?? 'a world'}${benchmark === null ? '' : "'s data"}: ${reason}`,
      {
        place: { file: folder },
        hint:
          benchmark === null
            ? 'A world has a graph.json and a suite.json; `touchstone schema` prints what belongs into them.'
            : `Name the folder that holds the data; \`touchstone data check ${benchmark} FOLDER\` says what belongs into it.`,
        ...options,
      },
    );
  }
}
