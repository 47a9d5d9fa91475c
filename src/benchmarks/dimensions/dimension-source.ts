import type { Episode } from '../../domain/episode.js';
import type { Mode } from '../../domain/mode.js';
import type { EpisodeScores } from '../../domain/score.js';
import type { Environment } from '../../environments/environment.js';
import type { BenchmarkItem } from '../benchmark.js';
import type { Dimension } from './dimension.js';

/** An item of a dimension, and all that a run needs of it. */
export interface DimensionItem {
  readonly item: BenchmarkItem;
  open(): Promise<Environment>;
  /** @throws {DatasetError} when what the item is judged by cannot be read; voids it */
  score(episode: Episode, mode: Mode, options: { readonly signal: AbortSignal }): Promise<EpisodeScores>;
}

/** A file that a dimension is built from. */
export interface DimensionFile {
  readonly path: string;
  /** Name within the data, which goes into their hash. */
  readonly name: string;
  /** `content`: what it holds can change a score; `presence`: whether it is there can. */
  readonly counts: 'content' | 'presence';
}

/** Where a benchmark's items of one dimension come from. */
export interface DimensionSource {
  readonly dimension: Dimension;
  /** In order, read as they are asked for. Items that cannot be done are among them, `invalid`. */
  items(): AsyncIterable<DimensionItem>;
  files(): AsyncIterable<DimensionFile> | Iterable<DimensionFile>;
  /** What is odd about the data, for the user to see. */
  readonly warnings: readonly string[];
}
