import type { DataItem } from '../../formats/data-check/data-report.js';

/** One file of a benchmark's data. */
export interface ExpectedFile {
  /** Relative to the data folder. */
  readonly path: string;
  readonly what: string;
  readonly required: boolean;
  /** Versions known by their SHA-256 (hex); any content will do where none is given. */
  readonly versions?: readonly { readonly sha256: string; readonly name: string }[];
}

/** The files of a benchmark's data, and where they come from. Holds facts only, none of the data. */
export interface DataManifest {
  readonly benchmark: string;
  /** In words: repository, commit, folder. */
  readonly obtain: readonly string[];
  readonly files: readonly ExpectedFile[];
  /** Files that come in great numbers, or whose names follow from others. Never throws for what it finds. */
  inspect?(folder: string, options: { readonly signal: AbortSignal }): Promise<readonly DataItem[]>;
}
