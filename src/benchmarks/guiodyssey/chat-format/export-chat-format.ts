import { mkdir } from 'node:fs/promises';
import { join, resolve, sep } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { readOdysseyEpisode, ScreenshotFolder, type OdysseyEpisode } from '../episode-file.js';
import { readOdysseySplit, type OdysseySplit } from '../splits/odyssey-split.js';
import type { Mode } from '../../../domain/mode.js';
import { DatasetError } from '../../../errors.js';
import { KeyedSampler } from '../../../domain/collections/keyed-sample.js';
import {
  odysseyChatSteps,
  semanticRecords,
  testRecords,
  trainingRecords,
  type OdysseyRecordOptions,
} from './chat-records.js';
import {
  testFileName,
  trainingFileName,
  type OdysseyLevel,
  type OdysseyTrainingSet,
} from './training-set.js';
import { HistoryIndex } from './history-index.js';
import { JsonListFile } from './json-list-file.js';
import { LongPaths } from './long-paths.js';
import { GrowingRepr } from './growing-repr.js';
import type { EntryPieces } from '../../../formats/record-files/entry-pieces.js';
import { ShuffledEntries } from '../../../formats/record-files/shuffled-entries.js';

export interface OdysseyExportOptions {
  readonly dataDirectory: string;
  readonly outDirectory: string;
  /** Names of splits, such as `random`. */
  readonly splits: readonly string[];
  /** What is trained on, a file of each for every split. */
  readonly sets: readonly OdysseyTrainingSet[];
  /** Steps drawn at random for each training file; null for all. */
  readonly sampleSteps: number | null;
  /** Most earlier commands in a prompt. */
  readonly historyLength: number;
  /** Seed of all that is drawn. */
  readonly seed: number;
  /** Whether semantic records are put into a random order; else they have that of the steps. */
  readonly shuffle: boolean;
  /**
   * `reference` takes screenshots to lie in one folder, repeats the semantic ids of the published converter and fails at the first
   * broken episode; `corrected` finds them in folders below, makes ids unique and leaves broken episodes out, which are listed.
   */
  readonly mode: Mode;
  /** Folder written in paths instead of the data's own, for training elsewhere. */
  readonly writtenDirectory?: string;
  readonly signal: AbortSignal;
  readonly onProgress?: (progress: OdysseyExportProgress) => void;
}

/** Episodes of a file dealt with so far. */
export interface OdysseyExportProgress {
  readonly file: string;
  readonly episodes: number;
  readonly of: number;
}

export interface OdysseyExportedFile {
  /** Path within the output folder. */
  readonly file: string;
  readonly episodes: number;
  readonly records: number;
  readonly bytes: number;
}

export interface OdysseyExport {
  readonly files: readonly OdysseyExportedFile[];
  /** Episodes left out, once per file. */
  readonly leftOut: readonly { readonly file: string; readonly episode: string; readonly problem: string }[];
  readonly warnings: readonly string[];
}

/** Before the ids of records. */
const DATASET = 'GUIOdyssey';
const PAUSE_AFTER_MS = 2;

/**
 * Writes training files, test files and the history index in the chat format that OdysseyAgent is trained on. Standard files and,
 * in `reference` without shuffling, semantic ones equal those of the published converter byte for byte. Memory does not grow with the
 * dataset but for a few bytes a step.
 *
 * @throws {DatasetError} for a split file that cannot be read, and in `reference` for any broken episode
 *
 * Source: GUIOdyssey reference code, converter.
 * Deviation: the index covers the files written in this call rather than all that lie in the folder.
 */
export async function exportOdysseyChat(options: OdysseyExportOptions): Promise<OdysseyExport> {
  return new ChatExport(options).run();
}

class ChatExport {
  readonly #files: OdysseyExportedFile[] = [];
  readonly #leftOut: { file: string; episode: string; problem: string }[] = [];
  readonly #screenshots: ScreenshotFolder;
  readonly #data: string;
  /** Folder of the screenshots, with a separator at its end. */
  readonly #folder: string;
  readonly #histories = { actions: new GrowingRepr(), screenshots: new GrowingRepr() };
  readonly #longPaths = new LongPaths();

  readonly #options: OdysseyExportOptions;

  constructor(options: OdysseyExportOptions) {
    this.#options = options;
    this.#data = resolve(options.dataDirectory);
    this.#folder = join(this.#data, 'screenshots', sep);
    this.#screenshots = new ScreenshotFolder(this.#data);
  }

  async run(): Promise<OdysseyExport> {
    const { outDirectory, dataDirectory, splits, sets, signal } = this.#options;
    await mkdir(join(outDirectory, 'train_anno'), { recursive: true });
    await mkdir(join(outDirectory, 'test_anno'), { recursive: true });
    await using indexFile = await JsonListFile.create(join(outDirectory, 'his_index.json'), '{}');
    const index = new HistoryIndex(indexFile);
    let indexed = 0;
    for (const name of splits) {
      const split = await readOdysseySplit(dataDirectory, name, { signal });
      const files = new Map<string, OdysseyFile>();
      for (const set of sets) {
        files.set(`train_anno/${trainingFileName(set, name)}`, { side: 'train', set });
        const hasContext = set.history.includes('context');
        for (const level of set.levels) {
          files.set(`test_anno/${testFileName(level, hasContext, name)}`, {
            side: 'test',
            level,
            hasContext,
          });
        }
      }
      let most = { train: 0, test: 0 };
      for (const [file, what] of files) {
        const episodes = await this.#part(split, what, file, index);
        most = { ...most, [what.side]: Math.max(most[what.side], episodes) };
      }
      indexed += most.train + most.test;
    }
    await indexFile.finish();
    this.#note('his_index.json', indexFile, indexed);
    return { files: this.#files, leftOut: this.#leftOut, warnings: this.#longPaths.warnings() };
  }

  /** Writes one file; gives the number of its episodes. */
  async #part(split: OdysseySplit, what: OdysseyFile, file: string, index: HistoryIndex): Promise<number> {
    const { outDirectory, seed, shuffle, onProgress } = this.#options;
    const path = join(outDirectory, file);
    await using target = await JsonListFile.create(path);
    const isShuffled = what.side === 'train' && what.set.annotations.length > 0 && shuffle;
    await using shuffling = isShuffled ? await ShuffledEntries.create(path) : null;
    const names = split[what.side];
    const drawn = what.side === 'train' ? await this.#drawn(names, file) : null;
    const written = new Set<string>();
    let firstIndex = 0;
    const levels = what.side === 'test' ? [what.level] : what.set.levels;
    for (const level of levels) {
      for await (const { name, episode, images, steps } of this.#episodes(names, what, { level, file })) {
        const isWanted = (step: number): boolean => drawn?.has(stepKey(name, step)) ?? true;
        if (steps.some((_, step) => isWanted(step))) {
          index.add(images);
          const told = { dataset: DATASET, split: `${split.name}_split`, firstIndex, isWanted };
          for (const entry of this.#entries(what, episode, steps, told)) (shuffling ?? target).add(entry);
          written.add(name);
        }
        // Published files of either level begin at 0; in one file their numbers go on.
        firstIndex += steps.length;
      }
      if (this.#options.mode === 'reference') firstIndex = 0;
    }
    if (shuffling !== null) await shuffling.writeTo(target, 'guiodyssey-semantic', seed, split.name);
    await target.finish();
    onProgress?.({ file, episodes: names.length, of: names.length });
    this.#note(file, target, written.size);
    return written.size;
  }

  /** The episodes of a file that can be read, one after the other. */
  async *#episodes(
    names: readonly string[],
    what: OdysseyFile,
    { level, file }: { readonly level: OdysseyLevel; readonly file: string },
  ): AsyncGenerator<ReadEpisode & { readonly name: string }> {
    const { signal, onProgress } = this.#options;
    let pausedAt = performance.now();
    for (const [position, name] of names.entries()) {
      // Files are read and written without a pause, in which Ctrl-C would be heard and the end of a write noticed.
      if (performance.now() - pausedAt > PAUSE_AFTER_MS) {
        await setImmediate();
        pausedAt = performance.now();
        signal.throwIfAborted();
      }
      onProgress?.({ file, episodes: position, of: names.length });
      const read = await this.#read(name, { level, file, annotations: needsAnnotations(what) });
      if (read !== null) yield { name, ...read };
    }
  }

  /** The steps of a file that are drawn; null where all are wanted. Its episodes are read once more to know them. */
  async #drawn(names: readonly string[], file: string): Promise<ReadonlySet<string> | null> {
    const { sampleSteps, seed, signal } = this.#options;
    if (sampleSteps === null) return null;
    const sampler = new KeyedSampler(sampleSteps, seed);
    for (const name of names) {
      await setImmediate();
      signal.throwIfAborted();
      const length = await this.#stepsOf(name, file);
      for (let step = 0; step < length; step += 1) sampler.add(stepKey(name, step));
    }
    return sampler.ids();
  }

  /** Steps of an episode; none of one that is left out, which is noted when it is read again. */
  async #stepsOf(name: string, file: string): Promise<number> {
    const noted = this.#leftOut.length;
    const read = await this.#read(name, { level: 'high', file, annotations: false });
    this.#leftOut.length = noted;
    return read?.steps.length ?? 0;
  }

  #entries(
    what: OdysseyFile,
    episode: OdysseyEpisode,
    steps: ReturnType<typeof odysseyChatSteps>,
    told: Pick<OdysseyRecordOptions, 'dataset' | 'split' | 'firstIndex' | 'isWanted'>,
  ): Iterable<EntryPieces> {
    const { historyLength, mode } = this.#options;
    const histories = this.#histories;
    if (what.side === 'test') {
      return testRecords(episode, steps, { ...told, histories, hasContext: what.hasContext });
    }
    const { annotations, history } = what.set;
    const options = { ...told, historyLength, history, mode, histories };
    return annotations.length === 0
      ? trainingRecords(steps, options)
      : semanticRecords(steps, annotations, options);
  }

  /** An episode as prompts show it; null when it is left out. */
  async #read(
    name: string,
    { level, file, annotations }: { level: OdysseyLevel; file: string; annotations: boolean },
  ): Promise<ReadEpisode | null> {
    const { mode, signal } = this.#options;
    try {
      const annotation = join(this.#data, 'annotations', name);
      const episode = await readOdysseyEpisode(annotation, { annotations, signal });
      const images: string[] = [];
      for (const { screenshot } of episode.steps) {
        // Waiting for what is known at once takes a while too, with so many.
        const found =
          mode === 'corrected' ? await this.#screenshots.find(screenshot) : this.#direct(screenshot);
        images.push(this.#written(found));
      }
      return { episode, images, steps: odysseyChatSteps(episode, { level, mode, images, file: annotation }) };
    } catch (error) {
      if (mode === 'reference' || !(error instanceof DatasetError)) throw error;
      const isNoted = this.#leftOut.some((one) => one.file === file && one.episode === name);
      if (!isNoted) this.#leftOut.push({ file, episode: name, problem: error.message });
      return null;
    }
  }

  /** Where a screenshot lies in one folder with all others. */
  #direct(name: string): string {
    // Joining checks each letter; plain names need no repair.
    return /^\w[\w.-]*$/.test(name) ? this.#folder + name : join(this.#folder, name);
  }

  /** A screenshot's path as it is written. */
  #written(found: string): string {
    const { writtenDirectory } = this.#options;
    const path =
      writtenDirectory === undefined ? found : `${writtenDirectory}${found.slice(this.#data.length)}`;
    this.#longPaths.add(path);
    return path;
  }

  #note(file: string, { count, bytes }: JsonListFile, episodes: number): void {
    this.#files.push({ file, episodes, records: count, bytes });
  }
}

/** What a file holds. */
type OdysseyFile =
  | { readonly side: 'train'; readonly set: OdysseyTrainingSet }
  | { readonly side: 'test'; readonly level: OdysseyLevel; readonly hasContext: boolean };

/** An episode as prompts show it. */
interface ReadEpisode {
  readonly episode: OdysseyEpisode;
  readonly images: string[];
  readonly steps: ReturnType<typeof odysseyChatSteps>;
}

function needsAnnotations(what: OdysseyFile): boolean {
  if (what.side === 'test') return what.hasContext;
  return what.set.annotations.length > 0 || what.set.history.includes('context');
}

function stepKey(episode: string, step: number): string {
  return `${episode}#${step}`;
}
