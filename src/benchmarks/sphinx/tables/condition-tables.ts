import type { Measured } from '../../../metrics/tables/measured.js';
import { percentInterval } from '../../../metrics/tables/percent.js';
import type { Cell, Table } from '../../../metrics/tables/table.js';
import { modalityOf, SPHINX_OBSERVATIONS, type SphinxCondition } from './condition.js';
import { NONE, paperTable, type PaperTableFrame } from './paper-table.js';
import { PUBLISHED_AGENTS, PUBLISHED_AGENTS_MODELS, PUBLISHED_OBSERVATIONS } from './published.js';

/** Headings of Table 5, in the order of the observations. */
const OBSERVATION_TITLES = ['Simplified text', 'Full text', 'Marked screenshot', 'Screenshot'] as const;

/** The numbers of the own row; null where nothing was measured. */
export interface OwnNumbers {
  /** Of user tasks. */
  readonly success: Measured | null;
  readonly completion: Measured | null;
  /** Success on user tasks of apps that need no account. */
  readonly withoutLogin: Measured | null;
  /** How they are printed. */
  readonly cellOf: (measured: Measured) => Cell;
  /** What the reader must know of them. */
  readonly notes: readonly string[];
}

/** The paper's Table 5, the own numbers in the column of what the model was shown. */
export function observationsTable(
  frame: PaperTableFrame,
  condition: SphinxCondition,
  { success, completion, cellOf, notes }: OwnNumbers,
): Table | null {
  return paperTable('5', 'end-to-end effectiveness by observation', frame, {
    groups: OBSERVATION_TITLES.map((group) => [group, ['SR (%)', 'ACP (%)']]),
    own: SPHINX_OBSERVATIONS.flatMap((observation) =>
      [success, completion].map((measured) =>
        observation === condition.observation && measured !== null ? cellOf(measured) : NONE,
      ),
    ),
    paper: PUBLISHED_OBSERVATIONS,
    notes: [...notes, ...condition.remarks],
  });
}

/**
 * The paper's Table 10, on the tasks whose app needs no account: agents down, models across. The own number stands under its
 * model where the paper has that, else in a column of its own.
 */
export function agentsTable(
  frame: PaperTableFrame,
  condition: SphinxCondition,
  { withoutLogin, cellOf, notes }: OwnNumbers,
): Table | null {
  const { model } = condition;
  const place = model === null ? -1 : PUBLISHED_AGENTS_MODELS.findIndex((known) => isSameModel(known, model));
  const ours = withoutLogin === null ? NONE : cellOf(withoutLogin);
  const hasColumn = place < 0 && withoutLogin !== null;
  const own = PUBLISHED_AGENTS_MODELS.map((_, index) => (index === place ? ours : NONE));
  return paperTable(
    '10',
    'success rate of agents',
    { ...frame, agent: agentRow(frame.agent, condition) },
    {
      groups: [
        ['Models', hasColumn ? [...PUBLISHED_AGENTS_MODELS, model ?? 'This model'] : PUBLISHED_AGENTS_MODELS],
      ],
      own: hasColumn ? [...own, ours] : own,
      paper: PUBLISHED_AGENTS,
      notes: [
        `Own number: over tasks whose app needs no account, as in the paper: n ${withoutLogin?.n ?? 0}, 95 % ${percentInterval(withoutLogin?.interval ?? null)}.`,
        ...notes,
        ...condition.remarks,
      ],
    },
  );
}

/** As the paper names its rows: what ReAct was shown, whether AppAgent had documents. */
function agentRow(label: string, condition: SphinxCondition): string {
  const { agent, documents } = condition;
  if (agent === 'AppAgent') {
    return documents === null ? label : `${label}, ${documents ? 'with' : 'without'} documents`;
  }
  const modality = modalityOf(condition);
  return modality === null ? label : `${label}, ${modality.toLowerCase()}`;
}

/** Letters of either case and a date behind the name are the same model. */
function isSameModel(known: string, model: string): boolean {
  return model.toLowerCase().replace(/-\d{4}-\d{2}-\d{2}$/, '') === known.toLowerCase();
}
