import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { KeyedSampler } from '../../../domain/collections/keyed-sample.js';
import type { RecordedEpisode } from '../../../domain/recordings/recorded-episode.js';
import { UserError } from '../../../errors.js';
import { writeWholeFile } from '../../../files/write-whole-file.js';
import type { NamedEpisodes, SourceExportRequest } from '../../source-export.js';
import {
  odysseyChatSteps,
  testRecords,
  trainingRecords,
  type OdysseyChatStep,
} from '../chat-format/chat-records.js';
import type { OdysseyExportedFile } from '../chat-format/export-chat-format.js';
import { GrowingRepr } from '../chat-format/growing-repr.js';
import { HistoryIndex } from '../chat-format/history-index.js';
import { jsonEscaped } from '../chat-format/json-escaped.js';
import { JsonListFile } from '../chat-format/json-list-file.js';
import { LongPaths } from '../chat-format/long-paths.js';
import {
  PUBLISHED_HISTORY,
  testFileName,
  trainingFileName,
  type OdysseyLevel,
} from '../chat-format/training-set.js';
import type { OdysseyRecording, RecordingWords } from '../episode-writer/episode-of-recording.js';
import { recordingOfEpisode } from '../episode-writer/recording-of-episode.js';
import { ScreenProblem, screenPng, type Unwritten } from '../../stepwise/screen-png.js';
import { isWithoutArea } from '../episode-writer/touched-area.js';

export interface SourceChatOptions extends Pick<
  SourceExportRequest,
  'sources' | 'outDirectory' | 'leaveOut' | 'onEpisode' | 'seed' | 'signal'
> {
  /** Folder written in paths in place of `outDirectory`, for training elsewhere. */
  readonly writtenDirectory: string;
  readonly side: 'train' | 'test';
  readonly level: OdysseyLevel;
  /** Steps drawn at random of each source; null for all. */
  readonly sampleSteps: number | null;
  /** Most earlier commands in a prompt. */
  readonly historyLength: number;
  readonly words: RecordingWords;
}

/** What was written. */
export interface SourceChat {
  readonly files: readonly OdysseyExportedFile[];
  readonly pictures: number;
  readonly longPaths: readonly string[];
  /** Episodes whose category is not recorded. */
  readonly assumed: number;
  /** Touches without an area of an element. */
  readonly boxless: number;
}

/**
 * Writes the steps of episodes of any source as records in the chat format that OdysseyAgent is trained on, a file per source, with
 * the history index and the screenshots that they name: of a drawn step also those of all earlier steps. A step without words in
 * GUIOdyssey, and at the low level one without an instruction of its own, has no record; the former is not in histories either.
 *
 * @throws {UserError} when two episodes of a source have one id
 *
 * Deviation: the paper trains on 50,000 samples of Android in the Wild and of AndroidControl each, and neither they nor the way
 * they were converted are public.
 */
export async function writeSourceChat(options: SourceChatOptions): Promise<SourceChat> {
  return new SourceChatWriter(options).run();
}

class SourceChatWriter {
  readonly #options: SourceChatOptions;
  readonly #files: OdysseyExportedFile[] = [];
  readonly #histories = { actions: new GrowingRepr(), screenshots: new GrowingRepr() };
  readonly #longPaths = new LongPaths();
  #pictures = 0;
  #assumed = 0;
  #boxless = 0;

  constructor(options: SourceChatOptions) {
    this.#options = options;
  }

  async run(): Promise<SourceChat> {
    const { outDirectory, sources, side } = this.#options;
    await mkdir(join(outDirectory, `${side}_anno`), { recursive: true });
    await using indexFile = await JsonListFile.create(join(outDirectory, 'his_index.json'), '{}');
    const index = new HistoryIndex(indexFile);
    for (const source of sources) await this.#source(source, index);
    await indexFile.finish();
    const episodes = this.#files.reduce((sum, file) => sum + file.episodes, 0);
    this.#note('his_index.json', indexFile, episodes);
    return {
      files: this.#files,
      pictures: this.#pictures,
      longPaths: this.#longPaths.warnings(),
      assumed: this.#assumed,
      boxless: this.#boxless,
    };
  }

  async #source(source: NamedEpisodes, index: HistoryIndex): Promise<void> {
    const { outDirectory, side, signal, leaveOut, onEpisode } = this.#options;
    const drawn = await this.#drawn(source);
    const file = `${side}_anno/${this.#fileName(fileSafe(source.name))}`;
    await using target = await JsonListFile.create(join(outDirectory, file));
    const ids = new Set<string>();
    let firstIndex = 0;
    let episodes = 0;
    for await (const entry of source.episodes) {
      signal.throwIfAborted();
      onEpisode();
      if (entry.type === 'broken') {
        const { id: episode, error } = entry;
        const { message } = error;
        leaveOut({
          source: source.name,
          episode,
          step: null,
          reason: 'broken-episode',
          action: null,
          message,
        });
        continue;
      }
      const { episode: recorded } = entry;
      const recording = await this.#recording(recorded, source, (unwritten) =>
        leaveOut({ source: source.name, episode: recorded.id, ...unwritten }),
      );
      if (recording === null) continue;
      const { episode_id: id, step_length: length } = recording.episode;
      if (ids.has(id)) throw twice(id, source.name, recorded.id);
      ids.add(id);
      const isWritten = await this.#episode(recorded, recording, {
        source,
        drawn,
        firstIndex,
        target,
        index,
      });
      if (isWritten) episodes += 1;
      firstIndex += length;
    }
    await target.finish();
    this.#note(file, target, episodes);
  }

  #fileName(source: string): string {
    const { level, side } = this.#options;
    return side === 'test'
      ? testFileName(level, false, source)
      : trainingFileName({ levels: [level], annotations: [], history: PUBLISHED_HISTORY }, source);
  }

  /** The steps of a source that are drawn; null where all are wanted. Its episodes are gone through once more to know them. */
  async #drawn(source: NamedEpisodes): Promise<ReadonlySet<string> | null> {
    const { sampleSteps, seed, signal } = this.#options;
    if (sampleSteps === null) return null;
    const sampler = new KeyedSampler(sampleSteps, seed);
    for await (const entry of source.episodes) {
      signal.throwIfAborted();
      if (entry.type === 'broken') continue;
      const recording = await this.#recording(entry.episode, source, () => undefined);
      for (const [step, { low_level_instruction: own }] of (recording?.episode.steps ?? []).entries()) {
        if (this.#isAsked(own)) sampler.add(stepKey(entry.episode.id, step));
      }
    }
    return sampler.ids();
  }

  /** Whether a step with that instruction of its own can be asked about. */
  #isAsked(own: string): boolean {
    return this.#options.level === 'high' || own !== '';
  }

  /** An episode as an annotation would have it, null where it is left out whole. */
  async #recording(
    recorded: RecordedEpisode,
    { name, kind }: NamedEpisodes,
    leaveOut: (unwritten: Unwritten) => void,
  ): Promise<OdysseyRecording | null> {
    const { words, side, signal } = this.#options;
    const options = {
      source: { name, kind },
      words,
      areas: side === 'test' ? ('hierarchy' as const) : ('recorded' as const),
      signal,
    };
    const made = await withoutProblem(async () => recordingOfEpisode(recorded, options));
    if (!('reason' in made)) return made;
    leaveOut(made);
    return null;
  }

  /** Writes the records of an episode; gives whether there are any. */
  async #episode(
    recorded: RecordedEpisode,
    recording: OdysseyRecording,
    { source, drawn, firstIndex, target, index }: EpisodeTarget,
  ): Promise<boolean> {
    const { side, level, historyLength } = this.#options;
    const { episode } = recording;
    const isAsked = (step: number): boolean =>
      this.#isAsked(episode.steps[step]?.low_level_instruction ?? '');
    const isWanted = (step: number): boolean =>
      isAsked(step) && (drawn?.has(stepKey(recorded.id, step)) ?? true);
    this.#leaveOut(recorded, recording, source.name, isAsked);
    const count = episode.steps.findLastIndex((_, step) => isWanted(step)) + 1;
    if (count === 0) return false;
    const images = await this.#screenshots(recorded.id, recording, { source: source.name, count });
    if (images === null) return false;
    index.add(images);
    const shown = { ...episode, steps: episode.steps.slice(0, count) };
    const steps: OdysseyChatStep[] = odysseyChatSteps(shown, { level, mode: 'corrected', images, file: '' });
    const told = {
      dataset: jsonEscaped(source.name),
      split: side,
      firstIndex,
      isWanted,
      histories: this.#histories,
    };
    const entries =
      side === 'test'
        ? testRecords(episode, steps, { ...told, hasContext: false })
        : trainingRecords(steps, { ...told, historyLength, history: PUBLISHED_HISTORY, mode: 'corrected' });
    for (const entry of entries) target.add(entry);
    if (recording.isCategoryAssumed) this.#assumed += 1;
    this.#boxless += shown.steps.filter((step, at) => isWanted(at) && isWithoutArea(step)).length;
    return true;
  }

  /** Notes the steps that have no record. */
  #leaveOut(
    recorded: RecordedEpisode,
    { skipped, screens }: OdysseyRecording,
    source: string,
    isAsked: (step: number) => boolean,
  ): void {
    const { leaveOut } = this.#options;
    const { id: episode } = recorded;
    for (const { step, action, message } of skipped) {
      leaveOut({ source, episode, step, reason: 'no-words', action, message });
    }
    for (const [at, screen] of screens.entries()) {
      if (isAsked(at)) continue;
      const step = recorded.steps.findIndex((one) => one.screen === screen);
      // The end that was added is no step of the recording.
      if (step < 0) continue;
      const action = recorded.steps[step]?.action.type ?? null;
      leaveOut({
        source,
        episode,
        step,
        reason: 'no-instruction',
        action,
        message: 'it has no instruction of its own',
      });
    }
  }

  /** Writes the first screenshots of an episode; gives their paths as records name them, null where one is missing. */
  async #screenshots(
    id: string,
    { episode, screens }: OdysseyRecording,
    { source, count }: { readonly source: string; readonly count: number },
  ): Promise<string[] | null> {
    const { outDirectory, writtenDirectory, signal, leaveOut } = this.#options;
    const folder = join('screenshots', fileSafe(source));
    await mkdir(join(outDirectory, folder), { recursive: true });
    const names = episode.steps.slice(0, count).map(({ screenshot }) => join(folder, screenshot));
    const written: string[] = [];
    const problem = await withoutProblem(async () => {
      for (const [step, name] of names.entries()) {
        signal.throwIfAborted();
        const picture = await screenPng(screens[step], step, signal);
        await writeWholeFile(join(outDirectory, name), picture);
        written.push(name);
      }
      return null;
    });
    if (problem !== null) {
      for (const name of written) await rm(join(outDirectory, name), { force: true });
      leaveOut({ source, episode: id, ...problem });
      return null;
    }
    this.#pictures += count;
    const paths = names.map((name) => (writtenDirectory === '' ? name : join(writtenDirectory, name)));
    for (const path of paths) this.#longPaths.add(path);
    return paths;
  }

  #note(file: string, { count, bytes }: JsonListFile, episodes: number): void {
    this.#files.push({ file, episodes, records: count, bytes });
  }
}

/** Where the records of an episode go. */
interface EpisodeTarget {
  readonly source: NamedEpisodes;
  readonly drawn: ReadonlySet<string> | null;
  readonly firstIndex: number;
  readonly target: JsonListFile;
  readonly index: HistoryIndex;
}

async function withoutProblem<T>(read: () => Promise<T>): Promise<T | Unwritten> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof ScreenProblem) return error.problem;
    throw error;
  }
}

function stepKey(episode: string, step: number): string {
  return `${episode}#${step}`;
}

/** A source's name as part of a file's name: different ones stay different. */
function fileSafe(name: string): string {
  return encodeURIComponent(name);
}

function twice(id: string, source: string, episode: string): UserError {
  return new UserError(`two episodes of ${source} have the id ${id}, the second is ${episode}`, {
    hint: 'Export them into folders of their own.',
  });
}
