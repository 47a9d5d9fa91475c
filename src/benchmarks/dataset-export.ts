import type { Mode } from '../domain/mode.js';
import type { Table } from '../metrics/tables/table.js';

/** A switch of an export, as the command line writes it: `--type <form>`. */
export interface ExportSwitch {
  readonly flag: string;
  readonly description: string;
  readonly default?: string;
}

/** What to write and where. Settings that are null were not given. */
export interface DatasetExportRequest {
  /** Folder of the benchmark's data, absolute. */
  readonly dataDirectory: string;
  /** Absolute; files of the same names are replaced. */
  readonly outDirectory: string;
  readonly split: string | null;
  readonly level: 'high' | 'low' | null;
  readonly mode: Mode | null;
  readonly seed: number;
  /** Values of the export's own switches by their names in camelCase; not checked yet. */
  readonly switches: Readonly<Record<string, unknown>>;
  /** What relative file names among the switches start from. */
  readonly workingDirectory: string;
  readonly signal: AbortSignal;
  /** Receives the progress as one line; called often. */
  readonly onProgress?: (line: string) => void;
}

/** What was written. */
export interface WrittenExport {
  readonly tables: readonly Table[];
  readonly warnings: readonly string[];
  /** Whether nothing was written since the data are broken. */
  readonly isEmpty: boolean;
  readonly document: Readonly<Record<string, unknown>>;
}

/** Files in a form of the benchmark's own, written from its data. */
export interface DatasetExport {
  /** As `touchstone export NAME` has it. */
  readonly name: string;
  /** What it writes, one sentence. */
  readonly title: string;
  /** As the list of exports has it. */
  readonly summary: { readonly what: string; readonly forms: readonly string[]; readonly dialect: string };
  readonly examples: readonly string[];
  /** What of the common settings it takes. */
  readonly settings: readonly ('data' | 'level' | 'split' | 'mode' | 'seed')[];
  readonly outDescription: string;
  readonly switches: readonly ExportSwitch[];
  /** @throws {UserError | DatasetError} for switches that do not fit, and data that cannot be used */
  write(request: DatasetExportRequest): Promise<WrittenExport>;
}
