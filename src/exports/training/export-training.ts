import { join } from 'node:path';
import { z } from 'zod';
import { dialectIdentity } from '../../agents/prompting/dialect-identity.js';
import { mapAhead } from '../../domain/collections/map-ahead.js';
import type { RecordedEntry, RecordedEpisode } from '../../domain/recordings/recorded-episode.js';
import { randomStream } from '../../domain/random.js';
import { writeJsonFile } from '../../formats/write-json-file.js';
import { claimFolder } from '../claim-folder.js';
import { TASK_LABEL, type ExportSource } from '../export-source.js';
import { episodeRecords, type EpisodeRecords, type RecordUnit } from './episode-records.js';
import type { AskingSettings } from './episode-asker.js';
import { LeftOutFile, type LeftOutCount } from './left-out-file.js';
import type { LeftOut } from './left-out.js';
import { PictureShelf, type PictureUse } from './picture-shelf.js';
import { RecordLines } from './record-lines.js';
import type { TrainingFormat } from './training-format.js';

export interface ExportTrainingOptions {
  readonly sources: readonly ExportSource[];
  readonly format: TrainingFormat;
  /** One of the format's. */
  readonly form: string;
  readonly unit: RecordUnit;
  /** How steps ask; what the source says of low-level instructions and language comes from the source. */
  readonly asking: Omit<AskingSettings, 'lowLevel' | 'history' | 'keepsSummaries' | 'preparesPictures'> & {
    /** Null: as each source has it. */
    readonly history: AskingSettings['history'] | null;
    readonly lowLevel: AskingSettings['lowLevel'] | null;
  };
  readonly pictures: PictureUse;
  readonly outDirectory: string;
  /** What paths in records begin with in place of the output folder, for training elsewhere; empty: relative paths. */
  readonly writtenDirectory?: string;
  /** Name of the data in the format's own lists. */
  readonly name: string;
  /** Whether files of the same names in the folder may be replaced. */
  readonly replace: boolean;
  /** Share of tasks kept for validation, 0–1. */
  readonly validation: number;
  readonly shuffle: boolean;
  readonly seed: number;
  /** Episodes whose pictures are made ready at a time. */
  readonly concurrency: number;
  readonly signal: AbortSignal;
  /** Called for each episode dealt with, those left out included. */
  readonly onEpisode?: () => void;
}

export interface ExportedFile {
  /** Path within the output folder. */
  readonly file: string;
  readonly records: number;
  readonly bytes: number;
}

/** What an export wrote and what it did not. JSON. */
export interface TrainingExport {
  readonly files: readonly ExportedFile[];
  readonly episodes: number;
  readonly records: number;
  readonly pictures: { readonly files: number; readonly bytes: number };
  readonly leftOut: readonly LeftOutCount[];
  /** The first of what was left out; `left-out.jsonl` lists all. */
  readonly leftOutFirst: readonly LeftOut[];
  /** Part of an action that records leave unsaid → records. */
  readonly unsaid: Readonly<Record<string, number>>;
  /** Answers among the records that aim outside their screen, as recorded; the first of them by name. */
  readonly offScreen: { readonly answers: number; readonly first: readonly StepName[] };
}

/** A step of an episode of a source. */
export interface StepName {
  readonly source: string;
  readonly episode: string;
  readonly step: number;
}

/** Steps that are named. */
const NAMED = 20;

const TRAIN = 'train.jsonl';
const VALIDATION = 'validation.jsonl';
const LEFT_OUT = 'left-out.jsonl';
/** Written last: a folder that holds it is whole. */
const MANIFEST = 'export.json';

/**
 * Writes training records of recorded episodes: one file to train on, one to validate with where asked for, the
 * format's own further files, `left-out.jsonl` with everything that is in no record, and `export.json`, which says how
 * it was made. Memory does not grow with the number of episodes, but for a few bytes a record when shuffled.
 *
 * @throws {ExportFolderError} when the folder holds something already
 */
export async function exportTraining(options: ExportTrainingOptions): Promise<TrainingExport> {
  const { outDirectory, replace } = options;
  await claimFolder(outDirectory, replace);
  return new Exporting(options).run();
}

class Exporting {
  readonly #options: ExportTrainingOptions;
  readonly #shelf: PictureShelf;
  readonly #unsaid = new Map<string, number>();
  readonly #offScreen: StepName[] = [];
  #offScreenCount = 0;
  #episodes = 0;
  #records = 0;

  constructor(options: ExportTrainingOptions) {
    this.#options = options;
    const { outDirectory, writtenDirectory, pictures, asking, signal } = options;
    this.#shelf = new PictureShelf({
      directory: outDirectory,
      ...(writtenDirectory === undefined ? {} : { writtenDirectory }),
      use: pictures,
      rule: asking.actor.rule.picture,
      signal,
    });
  }

  async run(): Promise<TrainingExport> {
    const { outDirectory, format, form, name, validation, shuffle, seed, signal, onEpisode } = this.#options;
    const key = (side: string) => (shuffle ? [seed, 'export', side] : null);
    await using train = await RecordLines.create(join(outDirectory, TRAIN), key('train'));
    await using held =
      validation > 0 ? await RecordLines.create(join(outDirectory, VALIDATION), key('validation')) : null;
    await using leftOut = await LeftOutFile.create(join(outDirectory, LEFT_OUT));
    for (const source of this.#options.sources) {
      for await (const { episode, made } of this.#made(source, leftOut)) {
        const lines = held !== null && this.#isHeld(episode) ? held : train;
        for (const record of made.records) lines.add(format.line(record, form));
        for (const one of made.leftOut) leftOut.add(one);
        for (const [part, count] of made.unsaid)
          this.#unsaid.set(part, (this.#unsaid.get(part) ?? 0) + count);
        this.#offScreenCount += made.offScreen.length;
        const names = made.offScreen.map((step) => ({ source: source.name, episode: episode.id, step }));
        this.#offScreen.push(...names.slice(0, NAMED - this.#offScreen.length));
        this.#episodes += 1;
        this.#records += made.records.length;
        onEpisode?.();
      }
    }
    const files = [[TRAIN, train] as const, ...(held === null ? [] : [[VALIDATION, held] as const])];
    for (const [, lines] of files) await lines.finish({ signal });
    const sidecars = format.sidecars({
      name,
      form,
      files: { train: TRAIN, validation: held === null ? null : VALIDATION },
    });
    for (const { file, value } of sidecars) {
      await writeJsonFile(join(outDirectory, file), value, z.looseObject({}), { signal });
    }
    await leftOut.finish();
    const result: TrainingExport = {
      files: files.map(([file, { count, bytes }]) => ({ file, records: count, bytes })),
      episodes: this.#episodes,
      records: this.#records,
      pictures: { files: this.#shelf.files, bytes: this.#shelf.bytes },
      leftOut: leftOut.counts(),
      leftOutFirst: leftOut.first,
      unsaid: Object.fromEntries(this.#unsaid),
      offScreen: { answers: this.#offScreenCount, first: this.#offScreen },
    };
    const { leftOutFirst: _, ...kept } = result;
    const manifest = { formatVersion: 1, ...this.#described(), ...kept };
    await writeJsonFile(join(outDirectory, MANIFEST), manifest, z.looseObject({}), { signal });
    return result;
  }

  async *#made(
    source: ExportSource,
    leftOut: LeftOutFile,
  ): AsyncGenerator<{ readonly episode: RecordedEpisode; readonly made: EpisodeRecords }> {
    const { concurrency, unit, format, asking, pictures, signal, onEpisode } = this.#options;
    const settings: AskingSettings = {
      ...asking,
      language: asking.language ?? source.language,
      history: asking.history ?? source.history,
      lowLevel: asking.lowLevel ?? source.lowLevel,
      keepsSummaries: source.kind === 'run',
      preparesPictures: pictures === 'prepared',
    };
    const options = {
      source: source.name,
      unit,
      placeholders: format.placeholders,
      shelf: this.#shelf,
      signal,
    };
    const entries = source.episodes((one) => {
      leftOut.add(one);
      onEpisode?.();
    });
    const made = mapAhead(entries, concurrency, async (entry: RecordedEntry) => {
      signal.throwIfAborted();
      if (entry.type === 'broken') return { entry, made: null };
      return { entry, made: await episodeRecords(entry.episode, settings, options) };
    });
    for await (const { entry, made: records } of made) {
      if (entry.type === 'episode' && records !== null) yield { episode: entry.episode, made: records };
      else if (entry.type === 'broken') {
        leftOut.add({
          source: source.name,
          episode: entry.id,
          step: null,
          reason: 'broken-episode',
          action: null,
          message: entry.error.message,
        });
        onEpisode?.();
      }
    }
  }

  /** Whether the episode's task is kept for validation, independent of the source. */
  #isHeld({ id, labels }: RecordedEpisode): boolean {
    const { seed, validation } = this.#options;
    return randomStream(seed, 'validation', labels[TASK_LABEL]?.[0] ?? id).next() < validation;
  }

  #described(): Record<string, unknown> {
    const { sources, format, form, unit, asking, pictures, validation, shuffle, seed } = this.#options;
    const { actor, level, history, lowLevel, language, thought } = asking;
    return {
      format: format.name,
      form,
      unit,
      sources: sources.map(
        ({ name, kind, lowLevel: low, history: sourceHistory, language: spoken, warnings = [] }) => ({
          name,
          kind,
          lowLevel: lowLevel ?? low,
          history: unit === 'episode' ? 'own' : (history ?? sourceHistory),
          language: language ?? spoken,
          warnings,
        }),
      ),
      dialect: dialectIdentity(actor.dialect),
      observation: actor.rule,
      level,
      thought,
      pictureUse: pictures,
      validation,
      shuffle,
      seed,
    };
  }
}
