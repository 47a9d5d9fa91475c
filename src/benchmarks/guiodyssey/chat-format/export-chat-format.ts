import { mkdir } from 'node:fs/promises';
import { join, resolve, sep } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { readOdysseyEpisode, ScreenshotFolder, type OdysseyEpisode } from '../episode-file.js';
import { readOdysseySplit, type OdysseySplit } from '../splits/odyssey-split.js';
import type { Mode } from '../../../domain/mode.js';
import { DatasetError } from '../../../errors.js';
import {
  odysseyChatSteps,
  semanticRecords,
  testRecords,
  trainingRecords,
  type OdysseyLevel,
} from './chat-records.js';
import { HistoryIndex } from './history-index.js';
import { JsonListFile } from './json-list-file.js';
import { IMAGE_HISTORY_PREFIX } from './odyssey-prompt.js';
import { GrowingRepr } from './growing-repr.js';
import type { EntryPieces } from '../../../formats/record-files/entry-pieces.js';
import { ShuffledEntries } from '../../../formats/record-files/shuffled-entries.js';

/** What training records hold: the command of each step, or also its description, intention and context. */
export type OdysseyRecordType = 'standard' | 'semantic';

export interface OdysseyExportOptions {
  readonly dataDirectory: string;
  readonly outDirectory: string;
  /** Names of splits, such as `random`. */
  readonly splits: readonly string[];
  readonly level: OdysseyLevel;
  readonly type: OdysseyRecordType;
  /** Most earlier commands in a prompt. */
  readonly historyLength: number;
  /** Seed of the order of semantic records; null leaves them in the order of the steps. */
  readonly seed: number | null;
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

const PAUSE_AFTER_MS = 2;
/** Bytes that the published model has for the path of an image. */
const MAX_PATH_BYTES = 256;
/** Most bytes of UTF-8 that one UTF-16 unit takes. */
const BYTES_PER_UNIT = 3;

/**
 * Writes training files, test files and the history index in the chat format that OdysseyAgent is trained on. Standard files and,
 * in `reference` with no seed, semantic ones equal those of the published converter byte for byte. Memory does not grow with the
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
  #longPaths = 0;
  #longPath = '';

  readonly #options: OdysseyExportOptions;

  constructor(options: OdysseyExportOptions) {
    this.#options = options;
    this.#data = resolve(options.dataDirectory);
    this.#folder = join(this.#data, 'screenshots', sep);
    this.#screenshots = new ScreenshotFolder(this.#data);
  }

  async run(): Promise<OdysseyExport> {
    const { outDirectory, dataDirectory, splits, level, type, signal } = this.#options;
    await mkdir(join(outDirectory, 'train_anno'), { recursive: true });
    await mkdir(join(outDirectory, 'test_anno'), { recursive: true });
    await using indexFile = await JsonListFile.create(join(outDirectory, 'his_index.json'), '{}');
    const index = new HistoryIndex(indexFile);
    let indexed = 0;
    for (const name of splits) {
      const split = await readOdysseySplit(dataDirectory, name, { signal });
      const kind = type === 'semantic' ? 'sementic_' : '';
      const train = await this.#part(split, 'train', `train_anno/${level}_${kind}${name}_split.json`, index);
      const test = await this.#part(split, 'test', `test_anno/${level}_${name}_split.json`, index);
      indexed += train + test;
    }
    await indexFile.finish();
    this.#note('his_index.json', indexFile, indexed);
    const warnings =
      this.#longPaths === 0
        ? []
        : [
            `${this.#longPaths} paths of screenshots are longer than the ${MAX_PATH_BYTES} bytes that the published model ` +
              `has for "${IMAGE_HISTORY_PREFIX}" and a path, the first ${this.#longPath}`,
          ];
    return { files: this.#files, leftOut: this.#leftOut, warnings };
  }

  /** Writes one file; gives the number of its episodes. */
  async #part(
    split: OdysseySplit,
    side: 'train' | 'test',
    file: string,
    index: HistoryIndex,
  ): Promise<number> {
    const { outDirectory, type, seed, signal, onProgress } = this.#options;
    const path = join(outDirectory, file);
    await using target = await JsonListFile.create(path);
    const isShuffled = side === 'train' && type === 'semantic' && seed !== null;
    await using shuffling = isShuffled ? await ShuffledEntries.create(path) : null;
    const names = split[side];
    let written = 0;
    let firstIndex = 0;
    let pausedAt = performance.now();
    for (const [position, name] of names.entries()) {
      // Files are read and written without a pause, in which Ctrl-C would be heard and the end of a write noticed.
      if (performance.now() - pausedAt > PAUSE_AFTER_MS) {
        await setImmediate();
        pausedAt = performance.now();
        signal.throwIfAborted();
      }
      onProgress?.({ file, episodes: position, of: names.length });
      const read = await this.#read(name, file);
      if (read === null) continue;
      const { episode, images, steps } = read;
      index.add(images);
      for (const entry of this.#entries(side, episode, steps, `${split.name}_split`, firstIndex)) {
        (shuffling ?? target).add(entry);
      }
      firstIndex += steps.length;
      written += 1;
    }
    if (shuffling !== null) await shuffling.writeTo(target, 'guiodyssey-semantic', seed ?? 0, split.name);
    await target.finish();
    onProgress?.({ file, episodes: names.length, of: names.length });
    this.#note(file, target, written);
    return written;
  }

  #entries(
    side: 'train' | 'test',
    episode: OdysseyEpisode,
    steps: ReturnType<typeof odysseyChatSteps>,
    split: string,
    firstIndex: number,
  ): Iterable<EntryPieces> {
    const { historyLength, mode, type } = this.#options;
    const histories = this.#histories;
    if (side === 'test') return testRecords(episode, steps, { split, firstIndex, histories });
    const told = { historyLength, mode, split, firstIndex, histories };
    return type === 'semantic' ? semanticRecords(steps, told) : trainingRecords(steps, told);
  }

  /** An episode as prompts show it; null when it is left out. */
  async #read(
    name: string,
    file: string,
  ): Promise<{
    episode: OdysseyEpisode;
    images: string[];
    steps: ReturnType<typeof odysseyChatSteps>;
  } | null> {
    const { level, mode, type, signal } = this.#options;
    try {
      const annotations = type === 'semantic';
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
      this.#leftOut.push({ file, episode: name, problem: error.message });
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
    const room = MAX_PATH_BYTES - IMAGE_HISTORY_PREFIX.length;
    if (path.length > room / BYTES_PER_UNIT && Buffer.byteLength(path) > room) {
      this.#longPaths += 1;
      if (this.#longPath === '') this.#longPath = path;
    }
    return path;
  }

  #note(file: string, { count, bytes }: JsonListFile, episodes: number): void {
    this.#files.push({ file, episodes, records: count, bytes });
  }
}
