import type { Mode } from '../../../domain/mode.js';
import type { Modality } from '../../dimensions/dimension.js';
import type { DimensionSource } from '../../dimensions/dimension-source.js';
import type { SphinxSplit } from '../splits.js';

/** What SPHINX's dimensions are read with. */
export interface SphinxSourceOptions {
  /** Folder with the published files; absolute. */
  readonly dataDirectory: string;
  readonly split: SphinxSplit;
  readonly mode: Mode;
  readonly modalities: readonly Modality[];
  /** Questions in place of the published ones; absolute. */
  readonly questionsFile: string | null;
  readonly signal: AbortSignal;
}

/** @throws {DatasetError} when the dimension's own files cannot be read; broken items only void themselves */
export type OpenSphinxSource = (options: SphinxSourceOptions) => Promise<DimensionSource>;
