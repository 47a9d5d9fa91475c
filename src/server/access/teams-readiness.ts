import { access, constants } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readiness } from '../../http/health-routes.js';
import type { WatchedFolder } from '../viewer-health.js';

/** Milliseconds until the folder of a team that does not answer counts as gone: a mount may hang. */
const ANSWER_MS = 1_000;

type Trouble = 'its folder cannot be read' | 'its index does not answer';

export interface TeamsReadinessOptions {
  /** The folder of the folders of teams. */
  readonly folder: string;
  /** All teams that there are. @throws {DatasetError} where nobody is let in */
  readonly teams: () => Promise<readonly string[]>;
  /** Those that somebody came for. */
  readonly opened: () => Promise<ReadonlyMap<string, Pick<WatchedFolder, 'condition'>>>;
  /** Hears of a team that is degraded, and of one that is not any more; once each. */
  readonly onNote: (note: string) => void;
}

/**
 * How the teams of a server stand. What one of them lacks is not the others' concern: the server is ready while it can serve any
 * of them, and says which it cannot.
 */
export class TeamsReadiness {
  readonly #options: TeamsReadinessOptions;
  #before: ReadonlyMap<string, Trouble> = new Map();

  constructor(options: TeamsReadinessOptions) {
    this.#options = options;
  }

  /** @throws {DatasetError} where the users cannot be read: nobody is let in then */
  async read(): Promise<Readiness> {
    const [teams, opened] = await Promise.all([this.#options.teams(), this.#options.opened()]);
    const found = await Promise.all(
      teams.map(async (team) => [team, await this.#troubleOf(team, opened.get(team))] as const),
    );
    const troubles = new Map(found.flatMap(([team, trouble]) => (trouble === null ? [] : [[team, trouble]])));
    this.#tell(troubles, teams.length > troubles.size ? '; the other teams go on' : '');
    if (troubles.size === 0) return true;
    const working = teams.filter((team) => !troubles.has(team));
    // An index that does not answer is of all teams: those that nobody came for have it no more than others.
    const isIndexAway = [...troubles.values()].includes('its index does not answer');
    if (working.length === 0 || (isIndexAway && working.every((team) => !opened.has(team)))) return false;
    return { degraded: [...troubles].map(([team, trouble]) => `${team}: ${trouble}`) };
  }

  /** How many teams stand how. */
  async counts(): Promise<ReadonlyMap<'ready' | 'degraded', number>> {
    await this.read();
    const degraded = this.#before.size;
    return new Map([
      ['degraded', degraded],
      ['ready', (await this.#options.teams()).length - degraded],
    ]);
  }

  async #troubleOf(
    team: string,
    opened: Pick<WatchedFolder, 'condition'> | undefined,
  ): Promise<Trouble | null> {
    const condition =
      opened === undefined
        ? access(join(this.#options.folder, team), constants.R_OK).then(
            () => READABLE,
            // One that nobody has come for yet is made then.
            (error: unknown) => (isMissing(error) ? READABLE : UNREADABLE),
          )
        : opened.condition();
    const { isReadable, isIndexed } = await withinTime(condition, UNREADABLE);
    if (!isReadable) return 'its folder cannot be read';
    return isIndexed ? null : 'its index does not answer';
  }

  #tell(troubles: ReadonlyMap<string, Trouble>, others: string): void {
    for (const [team, trouble] of troubles) {
      if (this.#before.get(team) === trouble) continue;
      this.#options.onNote(`team ${team}: ${trouble}${others}`);
    }
    for (const team of this.#before.keys()) {
      if (!troubles.has(team)) this.#options.onNote(`team ${team}: all is there again`);
    }
    this.#before = troubles;
  }
}

const READABLE = { isReadable: true, isIndexed: true };
const UNREADABLE = { isReadable: false, isIndexed: true };

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}

async function withinTime<T>(work: Promise<T>, late: T): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise<T>((resolve) => {
    timer = setTimeout(() => resolve(late), ANSWER_MS);
    timer.unref();
  });
  try {
    return await Promise.race([work, over]);
  } finally {
    clearTimeout(timer);
  }
}
