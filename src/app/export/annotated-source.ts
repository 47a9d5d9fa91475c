import { existsSync } from 'node:fs';
import { basename, join, relative, resolve } from 'node:path';
import { annotatedEpisode, isWhole } from '../../builder/annotate/annotated-episode.js';
import { whyNotKept } from '../../builder/annotate/quality-filter.js';
import type { RecordedEntry } from '../../domain/recordings/recorded-episode.js';
import { UserError } from '../../errors.js';
import type { ExportSource } from '../../exports/export-source.js';
import type { LeaveOut } from '../../exports/training/left-out.js';
import { FileContentError } from '../../formats/file-errors.js';
import type { AnnotationHeader } from '../../formats/annotations/annotation-record.js';
import {
  ANNOTATIONS_FILE,
  readAnnotations,
  readVerdicts,
} from '../../formats/annotations/read-annotations.js';
import { isModule } from '../../registry/plugins/load-module.js';
import type { Settings } from '../settings/setting.js';

/** A source that would run as code; null where none would. */
function moduleAmong(sources: readonly string[]): number | null {
  const index = sources.findIndex(isModule);
  return index < 0 ? null : index;
}

/**
 * What a folder of annotations says of where they are from: paths are relative to it.
 *
 * @throws {UserError} for a source that is a module: whoever opened the folder would run it
 */
export function headerOf(
  names: readonly string[],
  settings: Settings,
  choice: AnnotationHeader['choice'],
  { folder, workingDirectory }: { readonly folder: string; readonly workingDirectory: string },
): AnnotationHeader {
  const own = (path: string): string => relative(folder, resolve(workingDirectory, path)) || '.';
  const module = names[moduleAmong(names) ?? -1];
  if (module !== undefined) {
    throw new UserError(
      `${module} is a module: what is annotated of it cannot be opened without running it`,
      {
        hint: 'Run it, and annotate the run.',
      },
    );
  }
  const { split, mode, benchmarkOptions, language, limit, sample, seed, maxSteps } = settings;
  return {
    format: 'touchstone-annotations',
    formatVersion: 1,
    sources: names.map((name) => (existsSync(resolve(workingDirectory, name)) ? own(name) : name)),
    settings: {
      split,
      mode,
      benchmarkOptions: { ...benchmarkOptions },
      language,
      limit,
      sample,
      seed,
      maxSteps,
      data: settings.data === null ? null : own(settings.data),
      runs: own(settings.runs),
    },
    choice,
  };
}

/** The folder of annotations of that name; null where it is none. */
export function annotationFolder(name: string, workingDirectory: string): string | null {
  const folder = resolve(workingDirectory, name);
  return existsSync(join(folder, ANNOTATIONS_FILE)) ? folder : null;
}

/**
 * A folder of annotations. It may come from anybody: no source that it names is run as code.
 *
 * @throws {DatasetError} with file and line
 */
export async function openAnnotations(folder: string, options: { readonly signal: AbortSignal }) {
  const read = await readAnnotations(folder, options);
  const index = moduleAmong(read.header.sources);
  if (index === null) return read;
  throw new FileContentError('the source is a module, which would run as code', {
    place: { file: join(folder, ANNOTATIONS_FILE), line: 1, path: ['sources', index] },
    hint: 'Annotations are of runs, recordings, worlds and benchmarks that have a name.',
  });
}

/** Sources as they were opened for a header. */
interface OpenedForHeader {
  readonly sources: readonly { readonly source: ExportSource }[];
  readonly count: number | null;
}

/**
 * Recordings as they were annotated. Where their quality was looked at, those that pass alone; left out is also what was not annotated
 * whole.
 *
 * @param open opens the sources that a header names, from the folder
 */
export async function openAnnotated<T extends OpenedForHeader>(
  folder: string,
  settings: Settings,
  open: (header: AnnotationHeader, settings: Settings) => Promise<T>,
  options: { readonly signal: AbortSignal },
): Promise<{ readonly source: ExportSource; readonly opened: T }> {
  const { header, episodes } = await openAnnotations(folder, options);
  const verdicts = await readVerdicts(folder, options);
  const opened = await open(header, { ...settings, ...header.settings });
  const keyOf = (source: string, episode: string): string => `${source}\n${episode}`;
  const byKey = new Map(episodes.map((one) => [keyOf(one.source, one.episode), one]));
  const first = opened.sources[0]?.source;
  async function* annotated(leaveOut: LeaveOut): AsyncGenerator<RecordedEntry> {
    for (const { source } of opened.sources) {
      for await (const entry of source.episodes(leaveOut)) {
        if (entry.type === 'broken') {
          yield entry;
          continue;
        }
        const { episode } = entry;
        const made = byKey.get(keyOf(source.name, episode.id));
        const own = (verdicts ?? []).filter(
          (one) => one.source === source.name && one.episode === episode.id,
        );
        const why =
          made === undefined || !isWhole(made, episode)
            ? 'it was not annotated whole'
            : verdicts === null
              ? null
              : whyNotKept(own);
        if (why === null && made !== undefined) {
          yield { type: 'episode', episode: annotatedEpisode(episode, made) };
          continue;
        }
        const message = why ?? '';
        leaveOut({
          source: source.name,
          episode: episode.id,
          step: null,
          reason: 'not-passed',
          action: null,
          message,
        });
      }
    }
  }
  return {
    opened,
    source: {
      name: basename(folder),
      kind: 'dataset',
      count: opened.count,
      lowLevel: first?.lowLevel ?? 'beside',
      history: first?.history ?? 'recorded',
      language: first?.language ?? null,
      episodes: annotated,
    },
  };
}
