import { DatasetError } from '../errors.js';

/** The index over a folder of runs cannot be used as it is: whoever writes it makes it anew. */
export class StoreBrokenError extends DatasetError {
  override readonly code = 'INDEX_BROKEN';

  static of(file: string, cause: unknown): StoreBrokenError {
    if (cause instanceof StoreBrokenError) return cause;
    const why = cause instanceof Error ? cause.message : String(cause);
    return new StoreBrokenError(`The index cannot be used (${why})`, {
      cause,
      place: { file },
      hint: 'It holds nothing of its own: delete it, or rebuild it with `touchstone index rebuild`.',
    });
  }
}

/** The index is one of an older version: whoever writes it now makes it anew, if that is none of the older version. */
export class StoreOlderError extends StoreBrokenError {}

/** There is no index yet: whoever writes it is about to make it. */
export class StoreUnmadeError extends StoreBrokenError {}
