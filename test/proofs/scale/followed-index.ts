import { strictEqual } from 'node:assert/strict';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openIndex } from '../../../src/app/view/indexing/open-index.js';
import { openResultsFolder, type FollowedFolder } from '../../../src/app/view/open-results-folder.js';
import type { OwnPostgres } from '../../fixtures/postgres-server.js';

/** Milliseconds that a database is away when it is restarted. */
const AWAY_MS = 300;

/** Ends it, as an administrator does or as a crash, and starts it again with what it held. */
export async function restartPostgres(
  postgres: Pick<OwnPostgres, 'stop' | 'start'>,
  signal: 'SIGINT' | 'SIGQUIT',
): Promise<void> {
  await postgres.stop(signal);
  await sleep(AWAY_MS);
  await postgres.start();
}

/**
 * The index of a folder of runs in a PostgreSQL, kept by one viewer and read by another while runs go on and the database is
 * restarted.
 */
export class FollowedIndex implements AsyncDisposable {
  readonly #runs: string;
  readonly #url: string;
  readonly #writer: FollowedFolder;
  readonly #reader: FollowedFolder;
  #aways = 0;
  /** Finished items, by run, as the reader was told last. */
  readonly heard = new Map<string, number>();

  private constructor(runs: string, url: string, writer: FollowedFolder, reader: FollowedFolder) {
    this.#runs = runs;
    this.#url = url;
    this.#writer = writer;
    this.#reader = reader;
    reader.listen((event) => {
      if (event.type === 'run') this.heard.set(event.run.id, event.run.finished);
    });
  }

  /** @param runs folder of the folders of runs */
  static async open(runs: string, url: string): Promise<FollowedIndex> {
    const at = { environment: environmentOf(runs), index: url };
    const made: { index?: FollowedIndex } = {};
    const onAway = (why: Error | null): void => {
      if (why !== null && made.index !== undefined) made.index.#aways += 1;
    };
    const writer = await openResultsFolder(runs, { ...at, onAway });
    strictEqual(writer.isWriter, true);
    made.index = new FollowedIndex(runs, url, writer, await openResultsFolder(runs, at));
    return made.index;
  }

  /** How often the database went away, as whoever keeps the index saw it. */
  get aways(): number {
    return this.#aways;
  }

  /** Requires that what is kept of a run is what its journals say, read anew. @returns how many episodes it has */
  async requireRebuilt(run: string): Promise<number> {
    // Who reads hears of what was written.
    await this.#writer.settled();
    await this.#reader.settled();
    await this[Symbol.asyncDispose]();
    const kept = await contentOf(this.#runs, run, this.#url);
    const anew = await contentOf(this.#runs, run, null);
    strictEqual(JSON.stringify(kept), JSON.stringify(anew), 'the index is not what one made anew is');
    return kept.episodes.length;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#writer[Symbol.asyncDispose]();
    await this.#reader[Symbol.asyncDispose]();
  }
}

/** All that an index has of a run, without what is of one reading alone. */
async function contentOf(runs: string, name: string, index: string | null) {
  const at = { environment: environmentOf(runs), index };
  if (index === null) {
    await using anew = await openResultsFolder(runs, at);
    await anew.settled();
  }
  await using opened = await openIndex(runs, at);
  const content = await opened?.store.content(name);
  const { version: _, revision: __, fingerprint: ___, ...run } = content?.run ?? {};
  return { run, tasks: content?.tasks ?? [], episodes: content?.episodes ?? [] };
}

function environmentOf(runs: string): Readonly<Record<string, string>> {
  return { TOUCHSTONE_HOME: join(runs, '..', 'home') };
}
