import type { Decision } from '../../domain/decision.js';
import type {
  RecordedEntry,
  RecordedEpisode,
  RecordedStep,
} from '../../domain/recordings/recorded-episode.js';
import type { RecordedHistory } from '../../domain/recordings/recorded-history.js';
import type { Observation } from '../../domain/screen.js';
import { madeEnvironments } from '../../environments/environment-provider.js';
import { ReplayEnvironment } from '../../environments/replay/replay-environment.js';
import { DatasetError } from '../../errors.js';
import type { BenchmarkItem, ItemSource } from '../benchmark.js';

/** Recorded episodes by id. Nothing is kept in memory but ids. */
export interface RecordedSource {
  /** In the order of the dataset. */
  ids(): AsyncIterable<string> | Iterable<string>;
  /** @throws {DatasetError} with file and place when the episode is missing or broken */
  read(id: string): Promise<RecordedEpisode>;
}

/** What the steps of a recording show an agent. */
export interface StepwiseProtocol {
  /** `high` the episode's instruction alone; `low` what to do at the step as well. */
  readonly level: 'high' | 'low';
  /** Whether the step's own words replace the episode's instruction or are shown next to it. */
  readonly lowLevel: 'replaces' | 'beside';
  /** What later steps are shown. */
  readonly history: RecordedHistory;
  readonly capabilities: {
    readonly pictures: boolean;
    readonly hierarchy: boolean;
    readonly activity: boolean;
  };
}

/** The items of a benchmark of recorded episodes. */
export function stepwiseItems(
  source: RecordedSource,
  { defaultMaxSteps, ...protocol }: StepwiseProtocol & Pick<ItemSource, 'defaultMaxSteps'>,
): ItemSource {
  const { history, capabilities } = protocol;
  return {
    protocol: 'stepwise',
    defaultMaxSteps,
    async *list() {
      for await (const entry of recordingsOf(source)) yield stepwiseItem(entry);
    },
    environments: madeEnvironments({ kind: 'replay' }, async ({ id }) => {
      const { steps } = await source.read(id);
      return new ReplayEnvironment({
        task: id,
        history,
        capabilities,
        steps: steps.map((step) => ({
          observation: observationOf(step, protocol),
          recorded: decisionOf(step),
        })),
      });
    }),
  };
}

/** Every episode of a source, one that cannot be read with its error. */
export async function* recordingsOf(source: RecordedSource): AsyncGenerator<RecordedEntry> {
  for await (const id of source.ids()) yield await entryOf(id, source);
}

async function entryOf(id: string, source: RecordedSource): Promise<RecordedEntry> {
  try {
    return { type: 'episode', episode: await source.read(id) };
  } catch (error) {
    if (!(error instanceof DatasetError)) throw error;
    return { type: 'broken', id, error };
  }
}

/** An episode as an item; one that cannot be read is an item all the same, voided with the reason. */
export function stepwiseItem(entry: RecordedEntry): BenchmarkItem {
  const common = { start: undefined, milestones: [], evaluators: [] };
  if (entry.type === 'broken') {
    const { id, error } = entry;
    return {
      id,
      task: { ...common, id, instructions: { und: '' }, apps: [], tags: [] },
      invalid: error.message,
    };
  }
  const { id, instructions, apps, labels, steps } = entry.episode;
  return {
    id,
    task: {
      ...common,
      id,
      instructions: { ...instructions },
      apps: [...apps],
      tags: Object.values(labels).flat(),
      optimalSteps: steps.length,
      maxSteps: Math.max(steps.length, 1),
    },
  };
}

/** What an agent is shown at a step of a recording; with a summary of earlier steps where history is shown. */
export function observationOf(
  { screen, stepInstruction, annotation }: RecordedStep,
  { level, lowLevel, history }: Pick<StepwiseProtocol, 'level' | 'lowLevel' | 'history'>,
): Observation {
  const context = history === 'none' ? '' : (annotation?.context ?? '');
  const isLowLevel = level === 'low' && stepInstruction !== undefined;
  return {
    screen,
    ...(isLowLevel ? { [lowLevel === 'replaces' ? 'instruction' : 'stepInstruction']: stepInstruction } : {}),
    ...(context === '' ? {} : { context }),
  };
}

/** What later steps are shown of a step, where history is the recorded one. */
export function decisionOf({ action, summary }: RecordedStep): Decision {
  return { type: 'action', action, ...(summary === undefined ? {} : { summary }) };
}
