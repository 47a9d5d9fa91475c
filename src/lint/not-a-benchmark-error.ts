import { DatasetError } from '../errors.js';

/** The folder does not hold what the benchmark's data are made of. */
export class NotABenchmarkError extends DatasetError {
  override readonly code = 'NOT_A_BENCHMARK';

  constructor(folder: string, reason: string, options: { cause?: unknown } = {}) {
    super(`this is not a folder with the benchmark's data: ${reason}`, {
      place: { file: folder },
      hint: 'Name the folder that holds the data; `touchstone data check` says what belongs into it.',
      ...options,
    });
  }
}
