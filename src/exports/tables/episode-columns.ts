import type { ItemMetric } from '../../domain/scores/main-metric.js';
import type { RunIdentity } from '../../domain/run.js';
import type { ModelCost } from '../../formats/run/model-cost.js';
import type { TableColumn } from './table-format.js';

/** A recorded episode, or an attempt in a run. */
export interface EpisodeRow {
  readonly source: string;
  readonly kind: 'dataset' | 'run' | 'world';
  readonly episode: string;
  readonly task: string;
  readonly repeat: number | null;
  readonly instructions: Readonly<Record<string, string>>;
  readonly apps: readonly string[];
  readonly labels: Readonly<Record<string, readonly string[]>>;
  readonly steps: number;
  /** Only of runs. */
  readonly run?: {
    readonly identity: RunIdentity;
    readonly outcome: string;
    readonly success: boolean | null;
    readonly completion: number | null;
    readonly metric: ItemMetric | null;
    readonly endReason: string;
    readonly fault: string | null;
    readonly endMessage: string | null;
    readonly attempt: number | null;
    readonly startedAt: string | null;
    readonly endedAt: string | null;
    readonly durationMs: number;
    readonly cost: ModelCost;
  };
}

const column = (
  name: string,
  type: TableColumn<EpisodeRow>['type'],
  does: string,
  of: TableColumn<EpisodeRow>['of'],
): TableColumn<EpisodeRow> => ({ name, type, does, of });

const ofRun = <T>(of: (run: NonNullable<EpisodeRow['run']>) => T) => {
  return ({ run }: EpisodeRow): T | null => (run === undefined ? null : of(run));
};

/** Columns of `episodes`, in their order. */
export const EPISODE_COLUMNS: readonly TableColumn<EpisodeRow>[] = [
  column('source', 'STRING', 'run id, or name of the benchmark', (row) => row.source),
  column('kind', 'STRING', '`run`, `dataset` or `world`', (row) => row.kind),
  column('episode', 'STRING', 'id of the episode: `task#repeat` in runs', (row) => row.episode),
  column('task', 'STRING', 'id of the task; of a dataset, that of the episode', (row) => row.task),
  column(
    'repeat',
    'INT32',
    'number of the attempt at the task, from 0; null in datasets',
    (row) => row.repeat,
  ),
  column(
    'instruction',
    'STRING',
    'instruction in its first language',
    (row) => Object.values(row.instructions)[0],
  ),
  column('language', 'STRING', 'tag of that language', (row) => Object.keys(row.instructions)[0]),
  column('instructions_json', 'STRING', 'all instructions by language tag, as JSON', (row) =>
    JSON.stringify(row.instructions),
  ),
  column('apps_json', 'STRING', 'names of the apps, a JSON list', (row) => JSON.stringify(row.apps)),
  column('labels_json', 'STRING', 'what episodes are sorted by, as JSON: label to list of values', (row) =>
    JSON.stringify(row.labels),
  ),
  column('steps', 'INT32', 'steps; of a run those that were completed', (row) => row.steps),
  column(
    'benchmark',
    'STRING',
    'benchmark of the run',
    ofRun(({ identity }) => identity.benchmark.name),
  ),
  column(
    'split',
    'STRING',
    'its split',
    ofRun(({ identity }) => identity.benchmark.split),
  ),
  column(
    'mode',
    'STRING',
    'mode of the verdict: `reference` or `corrected`',
    ofRun(({ identity }) => identity.mode),
  ),
  column(
    'agent',
    'STRING',
    'name of the agent',
    ofRun(({ identity }) => identity.agent.name),
  ),
  column(
    'models_json',
    'STRING',
    'role to identity of its model, as JSON',
    ofRun(({ identity }) => JSON.stringify(identity.models)),
  ),
  column(
    'dialect',
    'STRING',
    'prompt and grammar',
    ofRun(({ identity }) => identity.dialect?.name ?? null),
  ),
  column(
    'outcome',
    'STRING',
    '`passed`, `failed`, `agent_error`, or why the episode is void',
    ofRun(({ outcome }) => outcome),
  ),
  column(
    'success',
    'BOOLEAN',
    'whether the task was solved; null where that is unknown',
    ofRun(({ success }) => success),
  ),
  column(
    'completion',
    'DOUBLE',
    'share of the task done, 0–1',
    ofRun(({ completion }) => completion),
  ),
  column(
    'main_metric',
    'STRING',
    "name of the benchmark's main metric, where it has one",
    ofRun(({ metric }) => metric?.name ?? null),
  ),
  column(
    'main_metric_sum',
    'DOUBLE',
    'what the episode brings to it, such as steps that match',
    ofRun(({ metric }) => metric?.value?.sum ?? null),
  ),
  column(
    'main_metric_of',
    'DOUBLE',
    'of how many units, such as steps: its weight in the mean',
    ofRun(({ metric }) => metric?.value?.of ?? null),
  ),
  column(
    'main_metric_group',
    'STRING',
    'the group it is averaged in, where groups weigh the same',
    ofRun(({ metric }) => metric?.value?.group ?? null),
  ),
  column(
    'end_reason',
    'STRING',
    'why the episode stopped',
    ofRun(({ endReason }) => endReason),
  ),
  column(
    'fault',
    'STRING',
    'owner of the failure, where there is one',
    ofRun(({ fault }) => fault),
  ),
  column(
    'end_message',
    'STRING',
    'the end in a sentence',
    ofRun(({ endMessage }) => endMessage),
  ),
  column(
    'attempt',
    'INT32',
    'which try of the item counted, from 1',
    ofRun(({ attempt }) => attempt),
  ),
  column(
    'started_at',
    'TIMESTAMP',
    'begin of that try, UTC',
    ofRun(({ startedAt }) => dateOf(startedAt)),
  ),
  column(
    'ended_at',
    'TIMESTAMP',
    'its end, UTC',
    ofRun(({ endedAt }) => dateOf(endedAt)),
  ),
  column(
    'duration_ms',
    'DOUBLE',
    'time of deciding and acting, milliseconds',
    ofRun(({ durationMs }) => durationMs),
  ),
  column(
    'model_calls',
    'INT32',
    'calls of models, over all tries',
    ofRun(({ cost }) => cost.calls),
  ),
  column(
    'input_tokens',
    'DOUBLE',
    'tokens sent',
    ofRun(({ cost }) => cost.inputTokens),
  ),
  column(
    'output_tokens',
    'DOUBLE',
    'tokens received',
    ofRun(({ cost }) => cost.outputTokens),
  ),
  column(
    'cost_usd',
    'DOUBLE',
    'US dollars for calls whose price is known',
    ofRun(({ cost }) => cost.costUsd),
  ),
];

function dateOf(text: string | null): Date | null {
  return text === null ? null : new Date(text);
}
