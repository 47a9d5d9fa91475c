import type { ItemKey, Outcome } from '../../domain/episode.js';
import { instructionOf } from '../../domain/task.js';
import { runLabel, type RunFacts } from '../../report/html/report-run.js';
import type { RunListing, StoredRun } from '../../storage/run-store.js';

/** A run's episodes as people are asked about them: what was to be done, and how it ended. */
export interface RunEpisodes {
  /** Name of its folder. */
  readonly run: string;
  /** Tells copies of one run; null for a run that cannot be read. */
  readonly start: RunFacts['start'] | null;
  /** Agent and models, as reports name a run. */
  readonly label: string;
  readonly episodes: readonly EpisodeOutline[];
}

/** An episode without its steps. */
export interface EpisodeOutline {
  readonly key: ItemKey;
  readonly outcome: Outcome;
  /** In the words that the agent was given. */
  readonly instruction: string;
  readonly apps: readonly string[];
}

/** Lists that are held, of the runs that were asked for last. */
const MOST_LISTS = 32;

/** Lists the episodes of runs, each anew only when its run has changed: a person who labels asks for each case and picture. */
export class EpisodeLists {
  readonly #lists = new Map<
    string,
    Pick<StoredRun, 'version' | 'revision'> & { readonly list: RunEpisodes }
  >();

  /** @param read what the index holds of the run */
  async of(run: StoredRun, read: () => Promise<RunListing>): Promise<RunEpisodes> {
    const { name, version, revision } = run;
    const held = this.#lists.get(name);
    if (held?.version === version && held.revision === revision) return held.list;
    const content = await read();
    const list = listOf(content);
    this.#lists.delete(name);
    this.#lists.set(name, { version: content.run.version, revision: content.run.revision, list });
    for (const oldest of this.#lists.keys()) {
      if (this.#lists.size <= MOST_LISTS) break;
      this.#lists.delete(oldest);
    }
    return list;
  }
}

function listOf({ run, tasks, episodes }: RunListing): RunEpisodes {
  const { name, facts } = run;
  const byId = new Map(tasks.map((task) => [task.id, task]));
  const language = facts?.start.identity.benchmark.language ?? undefined;
  return {
    run: name,
    start: facts?.start ?? null,
    label: facts === null ? name : runLabel(facts.start.identity),
    episodes: episodes.map(({ key, outcome, task: id }) => {
      const task = byId.get(id);
      return {
        key,
        outcome,
        instruction: task === undefined ? '' : instructionOf(task, language),
        apps: task?.apps ?? [],
      };
    }),
  };
}
