import { lstat, mkdir, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { DatasetError } from '../../errors.js';

/** Makes the folder of a team, where it is not there. @throws {DatasetError} for what is none, or lies elsewhere */
export async function teamFolder(folder: string, team: string): Promise<string> {
  const own = join(folder, team);
  await mkdir(own, { recursive: true });
  const isPlain = (await lstat(own)).isDirectory();
  // A link would let one team's name show what is another's.
  if (isPlain && (await realpath(own)) === join(await realpath(folder), team)) return own;
  throw new DatasetError('the folder of this team is a link to elsewhere', {
    hint: 'Whoever runs the server puts the folder itself there, or mounts it.',
  });
}

/** One of something for each team, opened when it is first asked for. Disposing closes all of them. */
export class OfTeams<T extends AsyncDisposable> implements AsyncDisposable {
  readonly #open: (team: string) => Promise<T>;
  readonly #opened = new Map<string, Promise<T>>();

  constructor(open: (team: string) => Promise<T>) {
    this.#open = open;
  }

  /** @throws whatever opening it throws; the next who asks tries again */
  async of(team: string): Promise<T> {
    const opened = this.#opened.get(team) ?? this.#open(team);
    this.#opened.set(team, opened);
    try {
      return await opened;
    } catch (error) {
      this.#opened.delete(team);
      throw error;
    }
  }

  /** Those that are open, by team. */
  async opened(): Promise<ReadonlyMap<string, T>> {
    const teams = [...this.#opened.keys()];
    const all = await Promise.allSettled(this.#opened.values());
    return new Map(
      all.flatMap((one, place) =>
        one.status === 'fulfilled' ? [[teams[place] ?? '', one.value] as const] : [],
      ),
    );
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const opened = [...this.#opened.values()];
    this.#opened.clear();
    for (const one of await Promise.allSettled(opened)) {
      if (one.status === 'fulfilled') await one.value[Symbol.asyncDispose]();
    }
  }
}
