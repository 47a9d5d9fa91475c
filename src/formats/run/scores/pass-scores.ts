import type { FileHandle } from 'node:fs/promises';
import { itemKeyText } from '../../../domain/episode.js';
import type { Mode } from '../../../domain/mode.js';
import type { NamedScore } from '../../../domain/score.js';
import { openPlainFile } from '../../../files/open-plain-file.js';
import { decodeLine } from '../journal/event-line.js';
import { JournalDamagedError } from '../run-errors.js';
import { listPassFiles, readScoreFile, readScoreStart } from '../run-folder.js';
import type { IndexedItem, RunIndex } from '../run-index.js';
import { ScoreEventSchema, type ScoreFileEvent } from './score-event.js';

/** Where a score event stands. */
interface ScorePlace {
  readonly file: string;
  readonly line: number;
  readonly offset: number;
  readonly length: number;
}

/**
 * Scores of the additional passes (not the benchmark's own rules) for each episode in one mode: the newest of each pass
 * for the attempt that counts. Only their places in the files are held; scores are read on demand, so that memory does
 * not grow with their size.
 */
export class PassScores implements AsyncDisposable {
  readonly #directory: string;
  /** By item key text, in the order of the passes. */
  readonly #places = new Map<string, ScorePlace[]>();
  readonly #handles = new Map<string, FileHandle>();
  /** Hashes of judges by the names of their passes. */
  readonly #judges = new Map<string, string>();

  private constructor(directory: string) {
    this.#directory = directory;
  }

  /** @throws {NotARunError | RunVersionError | JournalDamagedError} from the score files */
  static async open(
    index: RunIndex,
    mode: Mode,
    options: { readonly signal?: AbortSignal } = {},
  ): Promise<PassScores> {
    const scores = new PassScores(index.directory);
    for (const files of await listPassFiles(index.directory))
      await scores.#addPass(index, mode, files, options);
    return scores;
  }

  /** Hashes of the judges whose scores these are, by the names of their passes. */
  get judges(): ReadonlyMap<string, string> {
    return this.#judges;
  }

  /** The passes' scores of an episode, by its item key text; empty where none has scored it. */
  async of(key: string): Promise<readonly NamedScore[]> {
    const scores: NamedScore[] = [];
    for (const place of this.#places.get(key) ?? []) scores.push(...(await this.#read(place)));
    return scores;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const handle of this.#handles.values()) await handle.close();
    this.#handles.clear();
  }

  async #addPass(
    index: RunIndex,
    mode: Mode,
    files: readonly string[],
    options: { readonly signal?: AbortSignal },
  ): Promise<void> {
    const seen = new Set<string>();
    let newest: string | null = null;
    for (const file of files.toReversed()) {
      const start = await readScoreStart(file, options);
      if (start === null) continue;
      requireScoresOf(index, start, { file, line: 1 });
      const { name = '', judge } = start.pass ?? {};
      newest ??= judge?.hash ?? '';
      // Another judge under the same name: its scores are no longer the pass's.
      if ((judge?.hash ?? '') !== newest) continue;
      if (judge !== undefined) this.#judges.set(name, judge.hash);
      // A verdict is of the episode, in whatever mode it is scored.
      const wantsMode = (other: string): boolean => judge !== undefined || other === mode;
      for await (const { event, line, offset, length } of readScoreFile(file, { ...options, wantsMode })) {
        if (event.type !== 'score' || !wantsMode(event.result.mode)) continue;
        const key = itemKeyText(event);
        if (scoredItem(index, event) === undefined || seen.has(key)) continue;
        seen.add(key);
        const places = this.#places.get(key);
        const place = { file, line, offset, length };
        if (places === undefined) this.#places.set(key, [place]);
        else places.push(place);
      }
    }
  }

  async #read({ file, line, offset, length }: ScorePlace): Promise<readonly NamedScore[]> {
    let handle = this.#handles.get(file);
    if (handle === undefined) {
      ({ handle } = await openPlainFile(file, { maxBytes: Infinity, within: this.#directory }));
      this.#handles.set(file, handle);
    }
    const bytes = Buffer.allocUnsafe(length);
    const { bytesRead } = await handle.read(bytes, 0, length, offset);
    const decoded = decodeLine(bytes.subarray(0, bytesRead), () => true);
    const parsed = typeof decoded === 'string' ? null : ScoreEventSchema.safeParse(decoded.value);
    if (parsed?.success === true) return parsed.data.result.scores;
    throw new JournalDamagedError('The score has changed since it was first read', { file, line });
  }
}

/** @throws {JournalDamagedError} for scores of another run */
export function requireScoresOf(
  { start }: RunIndex,
  event: ScoreFileEvent & { readonly type: 'score-start' },
  place: { readonly file: string; readonly line: number },
): void {
  if (event.identityHash === start.identityHash) return;
  throw new JournalDamagedError(`These are scores of run ${event.run}, not of ${start.run}`, place);
}

/** The item that a score is of; undefined where it is of an attempt that does not count. */
export function scoredItem(
  { items }: RunIndex,
  event: ScoreFileEvent & { readonly type: 'score' },
): IndexedItem | undefined {
  const item = items.get(itemKeyText(event));
  return item?.writer === event.writer && item.attempt === event.attempt ? item : undefined;
}
