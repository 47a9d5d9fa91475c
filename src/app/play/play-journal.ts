import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { itemKeyText, type ItemKey } from '../../domain/episode.js';
import type { RunConfiguration } from '../../domain/run.js';
import { identityHash } from '../../engine/run-identity.js';
import type { RunJournal } from '../../engine/run-session.js';
import { EventFileWriter } from '../../formats/run/journal/event-file-writer.js';
import { RUN_FORMAT_VERSION, type JournalEvent } from '../../formats/run/journal/event.js';
import { createRunFolder, journalPath, writeRunNote } from '../../formats/run/run-folder.js';
import { RunLock } from '../../formats/run/run-lock.js';
import { PlayOrderError } from './play-errors.js';

/** The key that an episode is played under, and how often it was before. Given back with `close`. */
export interface PlayClaim {
  readonly key: ItemKey;
  readonly attemptsBefore: number;
  /** Where the pictures of live screens go until it is closed, or stay; null where nothing is written. */
  readonly directory: string | null;
  /** @param attempt number of the newest; it is over, or was given up before its end */
  close(attempt: number, isOver: boolean): void;
}

/** Where what is played is written down. */
export interface PlayJournal extends AsyncDisposable {
  readonly journal: RunJournal;
  /** Whether it stays, as a run. */
  readonly isKept: boolean;
  /** Folder of the run; null where none is kept. */
  readonly directory: string | null;
  /** @throws {PlayOrderError} when the same episode is being played, and can be in one place alone */
  claim(item: string, repeat: number | undefined): PlayClaim;
}

const WRITER = 'main';

/** What is played is kept from its beginning alone: nobody could bring the players of an earlier time back. */
export const RECORD_ELSEWHERE =
  'A recorded run does not go on: give --record another name, or remove that folder.';

const NOTHING_TO_WRITE = Promise.resolve();

/**
 * Writes nothing: an episode lives as long as its player.
 *
 * @param directory for the pictures of live screens, which scoring reads; those of an episode are removed with it, and all at the end
 */
export function forgetfulJournal(directory: string | null): PlayJournal {
  const journal: RunJournal = {
    append: () => undefined,
    writeSoon: () => undefined,
    commit: () => NOTHING_TO_WRITE,
    isStillThere: async () => true,
    file: directory === null ? '' : journalPath(directory, WRITER),
  };
  let claims = 0;
  return {
    journal,
    isKept: false,
    directory: null,
    claim: (item, repeat = 0) => {
      const own = directory === null ? null : join(directory, String((claims += 1)));
      const close = (): void => {
        // What cannot be removed now goes with the whole folder.
        if (own !== null) rm(own, { recursive: true, force: true }).catch(() => undefined);
      };
      return { key: { item, repeat }, attemptsBefore: 0, directory: own, close };
    },
    [Symbol.asyncDispose]: async () => {
      if (directory !== null) await rm(directory, { recursive: true, force: true });
    },
  };
}

export interface RecordedPlayOptions {
  readonly run: string;
  /** Folder of the run; made here. */
  readonly directory: string;
  readonly configuration: RunConfiguration;
  readonly warnings: readonly string[];
}

/**
 * Writes what is played into the folder of a run, so that it can be scored and viewed as any other. A task that is played again is
 * its next repeat, unless its player names one that was not played to its end.
 *
 * @throws {UserError} when the folder holds a run
 */
export async function recordedPlay(options: RecordedPlayOptions): Promise<PlayJournal> {
  const { run, directory, configuration, warnings } = options;
  await createRunFolder(directory, RECORD_ELSEWHERE);
  const lock = await RunLock.acquire(directory, { writer: null });
  const startedAt = performance.now();
  const start: JournalEvent & { readonly type: 'run-start' } = {
    type: 'run-start',
    at: now(),
    formatVersion: RUN_FORMAT_VERSION,
    run,
    writer: WRITER,
    identity: configuration.identity,
    identityHash: identityHash(configuration.identity),
    operation: configuration.operation,
    resume: 'step',
    // Nobody knows how many episodes players will ask for.
    planned: 0,
    warnings: [...warnings],
    node: process.version,
    platform: `${process.platform}-${process.arch}`,
  };
  const journal = await EventFileWriter.create<JournalEvent>(journalPath(directory, WRITER), start);
  await writeRunNote(directory, start);
  const keys = new PlayedKeys(directory);
  return {
    journal,
    isKept: true,
    directory,
    claim: (item, repeat) => keys.claim(item, repeat),
    [Symbol.asyncDispose]: async () => {
      const durationMs = Math.round(performance.now() - startedAt);
      journal.append({ type: 'run-end', at: now(), status: 'complete', finished: keys.finished, durationMs });
      await journal.close();
      await lock[Symbol.asyncDispose]();
    },
  };
}

function now(): string {
  return new Date().toISOString();
}

/** Which repeats of each task were played, and how often. */
class PlayedKeys {
  readonly #next = new Map<string, number>();
  /** Number of the newest attempt, by item key text. */
  readonly #attempts = new Map<string, number>();
  readonly #open = new Set<string>();
  readonly #over = new Set<string>();
  readonly #directory: string;

  constructor(directory: string) {
    this.#directory = directory;
  }

  /** Episodes that came to an end. */
  get finished(): number {
    return this.#over.size;
  }

  #free(item: string): number {
    const isTaken = (key: string): boolean => this.#attempts.has(key) || this.#open.has(key);
    let repeat = this.#next.get(item) ?? 0;
    while (isTaken(itemKeyText({ item, repeat }))) repeat += 1;
    return repeat;
  }

  claim(item: string, named: number | undefined): PlayClaim {
    const repeat = named ?? this.#free(item);
    const key = { item, repeat };
    const text = itemKeyText(key);
    if (this.#open.has(text) || this.#over.has(text)) {
      const when = this.#open.has(text) ? 'is being played' : 'was played';
      throw new PlayOrderError(`repeat ${repeat} of ${item} ${when}`, {
        hint: 'A recorded run has each repeat once: name another, or none.',
      });
    }
    if (named === undefined) this.#next.set(item, repeat + 1);
    this.#open.add(text);
    return {
      key,
      attemptsBefore: this.#attempts.get(text) ?? 0,
      directory: this.#directory,
      close: (attempt, isOver) => {
        this.#open.delete(text);
        this.#attempts.set(text, attempt);
        if (isOver) this.#over.add(text);
      },
    };
  }
}
