import type { Action } from '../../domain/action.js';
import { pathDirection, resolvePoint, type Box, type Point, type Size } from '../../domain/geometry.js';
import type { Screen } from '../../domain/screen.js';
import type { ModelCost } from '../../formats/run/model-cost.js';
import type { TableColumn } from './table-format.js';

/** A step of a recording, or of an attempt in a run. */
export interface StepRow {
  readonly source: string;
  readonly kind: 'dataset' | 'run' | 'world';
  readonly episode: string;
  readonly task: string;
  readonly repeat: number | null;
  readonly step: number;
  readonly screen: Screen;
  /** Null where nothing was done. */
  readonly action: Action | null;
  readonly thought?: string | undefined;
  readonly summary?: string | undefined;
  readonly stepInstruction?: string | undefined;
  readonly box?: Box | undefined;
  readonly alternatives?: readonly Action[] | undefined;
  readonly anomaly?: string | undefined;
  /** Only of runs. */
  readonly done?: {
    readonly state: string | null;
    readonly formatError: string | null;
    readonly rule: string | null;
    readonly nextState: string | null;
    readonly answer: string | null;
    readonly decideMs: number | null;
    readonly actMs: number | null;
    readonly cost: ModelCost;
  };
}

const column = (
  name: string,
  type: TableColumn<StepRow>['type'],
  does: string,
  of: TableColumn<StepRow>['of'],
): TableColumn<StepRow> => ({ name, type, does, of });

const PX = 'pixels of the source picture';

/** Columns of `steps`, in their order. */
export const STEP_COLUMNS: readonly TableColumn<StepRow>[] = [
  column('source', 'STRING', 'run id, or name of the benchmark', (row) => row.source),
  column(
    'kind',
    'STRING',
    '`run`: what an agent did; `dataset`, `world`: what was recorded or walked',
    (row) => row.kind,
  ),
  column('episode', 'STRING', 'id of the episode: `task#repeat` in runs', (row) => row.episode),
  column('task', 'STRING', 'id of the task; of a dataset, that of the episode', (row) => row.task),
  column(
    'repeat',
    'INT32',
    'number of the attempt at the task, from 0; null in datasets',
    (row) => row.repeat,
  ),
  column('step', 'INT32', 'number of the step, from 0', (row) => row.step),
  column('screen', 'STRING', 'id of the screen before the action', ({ screen }) => screen.id),
  column('width', 'INT32', `width of the screen, ${PX}`, ({ screen }) => screen.size?.width),
  column('height', 'INT32', `height of the screen, ${PX}`, ({ screen }) => screen.size?.height),
  column('package', 'STRING', 'package of the app in front', ({ screen }) => screen.activity?.package),
  column('activity', 'STRING', 'activity in front', ({ screen }) => screen.activity?.activity),
  column(
    'picture_sha256',
    'STRING',
    'SHA-256 of the screenshot, where known without reading it',
    (row) => row.screen.picture?.hash,
  ),
  column(
    'action',
    'STRING',
    'kind of the action (`tap`, `swipe`, `type`, …); null where nothing was done',
    (row) => row.action?.type,
  ),
  column(
    'x',
    'DOUBLE',
    `touched position, start of a path: ${PX}, from the left`,
    (row) => startOf(row)?.[0],
  ),
  column('y', 'DOUBLE', `the same from the top: ${PX}`, (row) => startOf(row)?.[1]),
  column('to_x', 'DOUBLE', `end of a swipe's path: ${PX}`, (row) => endOf(row)?.[0]),
  column('to_y', 'DOUBLE', `the same from the top: ${PX}`, (row) => endOf(row)?.[1]),
  column(
    'direction',
    'STRING',
    'way the finger of a swipe moves: `up`, `down`, `left`, `right`',
    directionOf,
  ),
  column('text', 'STRING', 'text typed or answered, key, app or address', ({ action }) => textOf(action)),
  column('action_json', 'STRING', 'the whole action as JSON, as the run journal writes it', ({ action }) =>
    action === null ? null : JSON.stringify(action),
  ),
  column('thought', 'STRING', 'what the agent thought', (row) => row.thought),
  column(
    'summary',
    'STRING',
    "the step in one line: the agent's, or the dataset's own words",
    (row) => row.summary,
  ),
  column('step_instruction', 'STRING', 'low-level instruction of a dataset', (row) => row.stepInstruction),
  column('box_x1', 'DOUBLE', `area of the touched element, left: ${PX}`, ({ box }) => box?.[0]),
  column('box_y1', 'DOUBLE', `its top: ${PX}`, ({ box }) => box?.[1]),
  column('box_x2', 'DOUBLE', `its right: ${PX}`, ({ box }) => box?.[2]),
  column('box_y2', 'DOUBLE', `its bottom: ${PX}`, ({ box }) => box?.[3]),
  column('alternatives_json', 'STRING', 'other right actions of a dataset, a JSON list', ({ alternatives }) =>
    alternatives === undefined ? null : JSON.stringify(alternatives),
  ),
  column('anomaly', 'STRING', 'why a recorded step lies off the planned way', (row) => row.anomaly),
  column('state', 'STRING', 'state of the environment before the action', ({ done }) => done?.state),
  column(
    'next_state',
    'STRING',
    'state after it; null where the episode ended',
    ({ done }) => done?.nextState,
  ),
  column('rule', 'STRING', 'rule by which the environment handled the action', ({ done }) => done?.rule),
  column(
    'format_error',
    'STRING',
    "kind of the error where the agent's answer could not be read",
    ({ done }) => done?.formatError,
  ),
  column('answer', 'STRING', 'text handed to the scorer by this step', ({ done }) => done?.answer),
  column('decide_ms', 'DOUBLE', 'time the agent took to decide, milliseconds', ({ done }) => done?.decideMs),
  column('act_ms', 'DOUBLE', 'time the environment took to act, milliseconds', ({ done }) => done?.actMs),
  column('model_calls', 'INT32', 'calls of models that led to the decision', ({ done }) => done?.cost.calls),
  column('input_tokens', 'DOUBLE', 'tokens sent in those calls', ({ done }) => done?.cost.inputTokens),
  column('output_tokens', 'DOUBLE', 'tokens received in those calls', ({ done }) => done?.cost.outputTokens),
  column(
    'cost_usd',
    'DOUBLE',
    'US dollars for those calls whose price is known',
    ({ done }) => done?.cost.costUsd,
  ),
];

type Pixels = readonly [x: number, y: number];

function startOf({ action, screen }: StepRow): Pixels | null {
  if (action === null) return null;
  if (action.type === 'swipe') {
    const start = action.from ?? action.at;
    if (start !== undefined) return pixelsOf(start, screen.size);
  }
  if (!('target' in action) || action.target?.type !== 'point') return null;
  return pixelsOf(action.target.point, screen.size);
}

function endOf({ action, screen }: StepRow): Pixels | null {
  return action?.type !== 'swipe' || action.to === undefined ? null : pixelsOf(action.to, screen.size);
}

function directionOf(row: StepRow): string | null {
  if (row.action?.type !== 'swipe') return null;
  const [start, end] = [startOf(row), endOf(row)];
  return row.action.direction ?? (start === null || end === null ? null : pathDirection(start, end));
}

/** Null where a position was recorded in shares of a screen whose size nobody knows. */
function pixelsOf(point: Point, screen: Size | null): Pixels | null {
  if (screen === null) return point.resolved ?? (point.space === 'pixel' ? [point.x, point.y] : null);
  return point.resolved ?? resolvePoint(point, screen).resolved ?? null;
}

function textOf(action: Action | null): string | null {
  switch (action?.type) {
    case 'type':
    case 'answer':
      return action.text;
    case 'key':
      return action.key;
    case 'open_app':
      return action.app;
    case 'open_url':
      return action.url;
    case 'stop':
      return action.answer ?? null;
    case 'ask_user':
    case 'memo':
      return action.text ?? null;
    case 'foreign':
      return action.native.text ?? null;
    default:
      return null;
  }
}
