import type { RecordedEpisodes } from '../domain/recordings/recorded-episode.js';
import type { ExportSwitch, WrittenExport } from './dataset-export.js';

/** Something that is not among what was written, and why. */
export interface LeftOutOfSource {
  readonly source: string;
  readonly episode: string;
  /** From 0; null for the whole episode. */
  readonly step: number | null;
  readonly reason:
    | 'broken-episode'
    | 'nothing-done'
    | 'no-words'
    | 'no-instruction'
    | 'no-picture'
    | 'no-hierarchy'
    | 'no-rules'
    | 'unreadable-screen';
  /** Kind of the action, where there is one. */
  readonly action: string | null;
  readonly message: string;
}

/** Episodes of a run, a dataset or a world, whichever the user named. */
export interface NamedEpisodes {
  /** Unique within an export. */
  readonly name: string;
  readonly kind: 'dataset' | 'run' | 'world';
  /** In order; as often as they are gone through. What is passed over by choice is noted the first time. */
  readonly episodes: RecordedEpisodes;
}

/** What to write and where. */
export interface SourceExportRequest {
  readonly sources: readonly NamedEpisodes[];
  /** Absolute; it is there, and files of the same names are replaced. */
  readonly outDirectory: string;
  /** As given; null where it is not, and for forms that do not take it. */
  readonly level: 'high' | 'low' | null;
  /** Of all that is drawn. */
  readonly seed: number;
  /** Values of the export's own switches by their names in camelCase; not checked yet. */
  readonly switches: Readonly<Record<string, unknown>>;
  readonly leaveOut: (leftOut: LeftOutOfSource) => void;
  /** Called for each episode dealt with. */
  readonly onEpisode: () => void;
  readonly signal: AbortSignal;
}

/** Data in a benchmark's own form, written from episodes of any source. */
export interface SourceExport {
  /** As `touchstone export NAME SOURCE…` has it. */
  readonly name: string;
  /** What it writes, one sentence. */
  readonly title: string;
  /** As the list of exports has it. */
  readonly summary: { readonly what: string; readonly forms: readonly string[]; readonly dialect: string };
  readonly examples: readonly string[];
  /** What it takes of the common settings in addition to those that choose episodes. */
  readonly settings?: readonly 'level'[];
  readonly switches: readonly ExportSwitch[];
  /** It writes the rules of episodes, too, and no episode without any. */
  readonly takesRules?: true;
  /** @throws {UserError} for switches that do not fit */
  write(request: SourceExportRequest): Promise<WrittenExport>;
}
