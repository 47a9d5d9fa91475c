import type { EpisodeView } from '../../report/view/episode-view.js';
import type { LivePhone } from '../../report/view/served/live-phone.js';
import type { ViewerEvent } from '../../report/view/viewer-event.js';
import type { ResultsFolder } from './results-folder.js';
import type { RunEpisodes } from './run-episodes.js';

/** Phones that are shown beside each other. */
const MOST_PHONES = 64;

type EpisodePlace = Pick<EpisodeView, 'run' | 'item' | 'repeat'>;
type Folder = Pick<ResultsFolder, 'runs' | 'episodes' | 'episode' | 'listen'>;

/** The episodes that are under way in a folder, followed by what happens in it. */
export class LivePhones implements Disposable {
  readonly #folder: Folder;
  readonly #under = new Map<string, EpisodePlace>();
  /** Instructions by item, of each run. */
  readonly #instructions = new Map<string, ReadonlyMap<string, string>>();
  readonly #stop: () => void;
  #looked: Promise<void> | null = null;

  constructor(folder: Folder) {
    this.#folder = folder;
    this.#stop = folder.listen((event) => this.#hear(event));
  }

  /** What goes on now, in the order in which it began. */
  async list(): Promise<readonly LivePhone[]> {
    await (this.#looked ??= this.#lookAround());
    const agents = new Map((await this.#folder.runs()).map(({ id, agent }) => [id, agent]));
    const phones: LivePhone[] = [];
    for (const [key, place] of [...this.#under].slice(0, MOST_PHONES)) {
      // It may have ended, or vanished with its run, since it was heard of.
      const view = await this.#folder.episode(place.run, place.item, place.repeat).catch(() => null);
      if (view?.isRunning !== true) {
        this.#under.delete(key);
        continue;
      }
      phones.push(phoneOf(view, agents.get(place.run) ?? '', await this.#instruction(place)));
    }
    return phones.toSorted((a, b) => (a.startedAt ?? '').localeCompare(b.startedAt ?? ''));
  }

  [Symbol.dispose](): void {
    this.#stop();
  }

  #hear(event: ViewerEvent): void {
    if (event.type === 'episode') {
      const { run, item, repeat } = event;
      if (event.ended) this.#under.delete(keyOf(event));
      else this.#under.set(keyOf(event), { run, item, repeat });
      return;
    }
    const gone =
      event.type === 'run-gone'
        ? event.id
        : event.type === 'run' && event.run.state !== 'running'
          ? event.run.id
          : null;
    if (gone === null) return;
    this.#instructions.delete(gone);
    for (const [key, { run }] of this.#under) if (run === gone) this.#under.delete(key);
  }

  /** Episodes that had begun before anybody listened. */
  async #lookAround(): Promise<void> {
    for (const { id, state } of await this.#folder.runs()) {
      if (state !== 'running') continue;
      const list = await this.#folder.episodes(id).catch(() => null);
      if (list === null) continue;
      this.#instructions.set(id, instructionsOf(list));
      for (const { key: episode, outcome } of list.episodes) {
        // One without an end has not begun, goes on, or was cut off: the episode itself tells.
        if (outcome !== 'not_run') continue;
        const key = { run: id, ...episode };
        const view = await this.#folder.episode(key.run, key.item, key.repeat).catch(() => null);
        if (view?.isRunning === true) this.#under.set(keyOf(key), key);
        if (this.#under.size >= MOST_PHONES) return;
      }
    }
  }

  async #instruction({ run, item }: EpisodePlace): Promise<string> {
    const known = this.#instructions.get(run)?.get(item);
    if (known !== undefined) return known;
    const list = await this.#folder.episodes(run).catch(() => null);
    if (list !== null) this.#instructions.set(run, instructionsOf(list));
    return this.#instructions.get(run)?.get(item) ?? item;
  }
}

function phoneOf(view: EpisodeView, agent: string, instruction: string): LivePhone {
  const { run, item, repeat, episode } = view;
  return {
    run,
    item,
    repeat,
    agent,
    instruction,
    step: episode.steps.length + episode.omittedSteps,
    maxSteps: episode.maxSteps,
    startedAt: episode.startedAt,
    last: episode.steps.findLast(({ screen }) => screen !== '') ?? null,
  };
}

/** What each item asks for, in the words that the agent was given. */
function instructionsOf({ episodes }: RunEpisodes): ReadonlyMap<string, string> {
  return new Map(episodes.map(({ key, instruction }) => [key.item, instruction || key.item]));
}

function keyOf({ run, item, repeat }: EpisodePlace): string {
  return JSON.stringify([run, item, repeat]);
}
