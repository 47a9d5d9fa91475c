import { join } from 'node:path';
import type { WrittenExport } from '../../benchmarks/dataset-export.js';
import type { SourceExport } from '../../benchmarks/source-export.js';
import type { RecordedEpisodes } from '../../domain/recordings/recorded-episode.js';
import { claimFolder } from '../../exports/claim-folder.js';
import type { ExportSource } from '../../exports/export-source.js';
import type { LeftOut } from '../../exports/training/left-out.js';
import { LeftOutFile, type LeftOutCount } from '../../exports/training/left-out-file.js';
import type { Settings } from '../settings/setting.js';
import type { ExportOptions } from './export-tables.js';
import { openSources, type SourceChoice } from './export-sources.js';

export interface ExportEpisodesOptions extends ExportOptions {
  readonly form: SourceExport;
  /** The form's own switches, as given. */
  readonly switches: Readonly<Record<string, unknown>>;
}

/** What was written of the sources, and what was not. */
export interface ExportedEpisodes extends WrittenExport {
  readonly leftOut: readonly LeftOutCount[];
  /** The first of what was left out; `left-out.jsonl` lists all. */
  readonly leftOutFirst: readonly LeftOut[];
}

/**
 * Writes episodes of the sources as data in a benchmark's own form.
 *
 * @throws {UserError} for a source that there is not, a folder that is not empty, and switches that do not fit
 */
export async function exportEpisodes(
  names: readonly string[],
  values: Settings,
  choice: SourceChoice,
  options: ExportEpisodesOptions,
): Promise<ExportedEpisodes> {
  const { form, out, replace, switches, interrupted: signal } = options;
  await using opened = await openSources(names, values, choice, options);
  await claimFolder(out, replace);
  await using leftOut = await LeftOutFile.create(join(out, 'left-out.jsonl'));
  const progress = options.progress(opened.count);
  try {
    const written = await form.write({
      sources: opened.sources.map(({ source }) => ({
        name: source.name,
        kind: source.kind,
        episodes: repeatable(source, leftOut.add),
      })),
      outDirectory: out,
      level: values.level,
      seed: values.seed,
      switches,
      leaveOut: leftOut.add,
      onEpisode: () => progress.next(),
      signal,
    });
    await leftOut.finish();
    return { ...written, leftOut: leftOut.counts(), leftOutFirst: leftOut.first };
  } finally {
    progress.end();
  }
}

/** The episodes of a source as often as they are gone through; what it passes over is noted the first time. */
function repeatable(source: ExportSource, leaveOut: LeftOutFile['add']): RecordedEpisodes {
  let times = 0;
  return {
    [Symbol.asyncIterator]: () => {
      times += 1;
      return source.episodes(times === 1 ? leaveOut : () => undefined)[Symbol.asyncIterator]();
    },
  };
}
