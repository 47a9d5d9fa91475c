import type { Action } from '../../../domain/action.js';
import type { Screen } from '../../../domain/screen.js';
import { RecordedApp, type AppRecording } from '../../../environments/recorded-app/recorded-app.js';
import { DatasetError } from '../../../errors.js';
import { readActivities } from './activities.js';
import { toAction } from '../saved-runs/native-action.js';
import { pairId, type SphinxPair } from '../saved-runs/pair.js';
import { readRecordedActions, recordingFolder } from './recording.js';
import { sphinxScreen } from './sphinx-screen.js';
import { splitPairs } from '../splits.js';

/** Apps whose screens are laid over each other at a time; hashes and actions alone are kept of each. */
const KEPT_APPS = 32;

/** All recordings of each app on disk, whichever split they are of, laid over each other when first asked for. */
export class RecordedApps {
  readonly #dataDirectory: string;
  readonly #signal: AbortSignal;
  readonly #pairs: ReadonlyMap<string, readonly SphinxPair[]>;
  readonly #built = new Map<string, Promise<RecordedApp>>();

  private constructor(
    dataDirectory: string,
    signal: AbortSignal,
    pairs: ReadonlyMap<string, readonly SphinxPair[]>,
  ) {
    this.#dataDirectory = dataDirectory;
    this.#signal = signal;
    this.#pairs = pairs;
  }

  /** Lists what there is. @throws {DatasetError} when the folder of recordings cannot be listed */
  static async open(
    dataDirectory: string,
    { signal }: { readonly signal: AbortSignal },
  ): Promise<RecordedApps> {
    const pairs = new Map<string, SphinxPair[]>();
    for await (const pair of splitPairs(dataDirectory, 'present', { signal })) {
      pairs.set(pair.app, [...(pairs.get(pair.app) ?? []), pair]);
    }
    return new RecordedApps(dataDirectory, signal, pairs);
  }

  /** Recordings of an app. */
  pairsOf(app: string): readonly SphinxPair[] {
    return this.#pairs.get(app) ?? [];
  }

  /** @throws {DatasetError} when a recording of the app cannot be read */
  app(name: string): Promise<RecordedApp> {
    const known = this.#built.get(name);
    if (known !== undefined) return known;
    const [oldest] = this.#built.keys();
    if (this.#built.size >= KEPT_APPS && oldest !== undefined) this.#built.delete(oldest);
    const built = this.#build(name);
    this.#built.set(name, built);
    built.catch(() => this.#built.delete(name));
    return built;
  }

  async #build(name: string): Promise<RecordedApp> {
    const recordings: AppRecording[] = [];
    for (const pair of this.pairsOf(name)) recordings.push(await this.#recordingOf(pair));
    return RecordedApp.build(recordings, { signal: this.#signal });
  }

  async #recordingOf(pair: SphinxPair): Promise<AppRecording> {
    const folder = recordingFolder(this.#dataDirectory, pair);
    const options = { signal: this.#signal };
    const [actions, activities] = await Promise.all([
      readRecordedActions(folder, options),
      readActivities(folder, options),
    ]);
    const steps = actions.map((action, index): { screen: Screen; action: Action } => {
      const id = `groundtruth/${pairId(pair)}/${index}`;
      const screen = sphinxScreen(this.#dataDirectory, id);
      if (screen === null || screen.hierarchy === null) {
        throw new DatasetError(`the screen ${id} has no UI hierarchy`, { place: { file: folder } });
      }
      return { screen: { ...screen, activity: activities[index] ?? null }, action: toAction(action) };
    });
    return { id: pairId(pair), steps };
  }
}
