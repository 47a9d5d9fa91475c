import type { Mode } from '../../domain/mode.js';

/** What is to be linted, and how. */
export interface LintRequest {
  /** Name of a benchmark, or a folder. */
  readonly benchmark: string;
  /** Folder of its data, where it is not bundled. */
  readonly data: string | null;
  /** null is the benchmark's own. */
  readonly mode: Mode | null;
  readonly repair: boolean;
  /** Which part of recorded episodes; null is all of them. */
  readonly split?: string | null;
  /** Whether to decode the pictures of recorded episodes; they are unless this is false. */
  readonly pictures?: boolean;
  /** File of verdicts on recorded episodes. */
  readonly reviews?: string | null;
  /** Called before recorded episodes are checked, with their number (null when unknown). */
  readonly onEpisodes?: (total: number | null) => { next(): void; end(): void };
  /** Modules with parts of others, which the user named. */
  readonly plugins: readonly string[];
  readonly workingDirectory: string;
  readonly signal: AbortSignal;
}
