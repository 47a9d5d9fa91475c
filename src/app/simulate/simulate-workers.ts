import { UserError } from '../../errors.js';
import { predictRun, type Prediction } from '../../simulation/predict-run.js';
import { measureRun, type MeasuredRun } from './measure-run.js';
import { plannedLoads, type SimulateFlags } from './planned-load.js';

/** Lanes and episodes that a simulation has room for. */
const MOST_LANES = 200_000;
const MOST_EPISODES = 10_000_000;
/** Episodes of all seeds together, from which on fewer seeds are enough: chance evens out in a large run. */
const MOST_IN_ALL = 1_000_000;
const SEEDS = 5;
const FEWEST_SEEDS = 3;

export interface SimulateOptions {
  readonly flags: SimulateFlags;
  /** Folder of the run that times are measured from. */
  readonly from: string | null;
  readonly seed: number;
  /** Null: as many as the size of the run asks for. */
  readonly seeds: number | null;
  readonly signal: AbortSignal;
  /** Called after each number of workers. */
  readonly onProgress: () => void;
}

export interface SimulatedWorkers {
  readonly predictions: readonly Prediction[];
  readonly measured: MeasuredRun | null;
  readonly episodes: number;
  readonly seeds: number;
}

/** What a run would take on each of several numbers of workers. @throws {UserError} for flags that say nothing sensible */
export async function simulateWorkers(options: SimulateOptions): Promise<SimulatedWorkers> {
  const { flags, from, seed, signal, onProgress } = options;
  const measured = from === null ? null : await measureRun(from, signal);
  const loads = plannedLoads(flags, measured);
  const episodes = loads[0]?.work.episodes ?? 0;
  for (const { machines, work } of loads) {
    if (machines.workers * machines.concurrency > MOST_LANES || work.episodes > MOST_EPISODES) {
      throw new UserError(
        `there is room for ${MOST_LANES} items under way and ${MOST_EPISODES} episodes in a simulation`,
        { hint: 'Give fewer --workers, a smaller --concurrency or fewer --episodes.' },
      );
    }
  }
  const enough = Math.floor(MOST_IN_ALL / Math.max(1, episodes));
  const seeds = options.seeds ?? Math.min(SEEDS, Math.max(FEWEST_SEEDS, enough));
  const predictions: Prediction[] = [];
  for (const load of loads) {
    signal.throwIfAborted();
    predictions.push(predictRun(load, seed, seeds));
    onProgress();
    // Lets Ctrl-C be heard.
    await new Promise((resolve) => setImmediate(resolve));
  }
  return { predictions, measured, episodes, seeds };
}
