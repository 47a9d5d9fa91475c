import { numberColumns, textColumns } from '../../metrics/tables/columns.js';
import type { Cell, Table } from '../../metrics/tables/table.js';
import type { ReportIndex } from '../view/report-index.js';
import type { ReportRate } from '../view/report-summary.js';
import type { ReportRun } from '../view/report-run.js';
import { voidedCounts } from './voided-counts.js';

/** Every number that a report gives of a run, a row per run; names and units as scripts read them. */
export function resultsTable(index: ReportIndex): Table {
  const voided = voidedCounts(index);
  const columns = [
    ...TEXTS.map(([name, of]) => ({
      column: textColumns(name),
      cell: (run: ReportRun): Cell => ({ text: of(run) }),
    })),
    ...NUMBERS.map(([name, of]) => ({
      column: numberColumns(name),
      cell: (run: ReportRun): Cell => number(of(run)),
    })),
  ];
  return {
    id: 'results',
    title: 'Results',
    columns: [...columns.flatMap(({ column }) => column), ...numberColumns('voided')],
    rows: index.runs.map((run, position) => [
      ...columns.map(({ cell }) => cell(run)),
      number(voided[position] ?? 0),
    ]),
    notes: [],
  };
}

const TEXTS: readonly (readonly [name: string, of: (run: ReportRun) => string])[] = [
  ['run', ({ id }) => id],
  ['label', ({ label }) => label],
  ['benchmark', ({ benchmark }) => benchmark],
  ['mode', ({ mode }) => mode],
  ['agent', ({ agent }) => agent],
  ['models', ({ models }) => models.join('; ')],
  ['kind', ({ kind }) => kind],
  ['status', ({ status }) => status],
  ['started_at', ({ startedAt }) => startedAt ?? ''],
  ['identity_hash', ({ identityHash }) => identityHash],
  ['main_metric', ({ summary }) => summary.main?.name ?? ''],
];

type NumberOf = (run: ReportRun) => number | null;

const NUMBERS: readonly (readonly [name: string, of: NumberOf])[] = [
  ['planned', ({ planned }) => planned],
  ['n', ({ summary }) => summary.success.n],
  ...rateColumns('success', ({ summary }) => summary.success),
  ...rateColumns('completion', ({ summary }) => summary.completion),
  ...rateColumns('main', ({ summary }) => summary.main),
  ['main_units', ({ summary }) => summary.main?.units ?? null],
  ['repeats', ({ summary }) => summary.repeats],
  ['pass_repeats', ({ summary }) => summary.passRepeats],
  ...rateColumns('pass_any', ({ summary }) => summary.passAny),
  ...rateColumns('pass_all', ({ summary }) => summary.passAll),
  ['tasks', ({ summary }) => summary.tasks],
  ['not_run', ({ summary }) => summary.notRun],
  ['mean_steps', ({ summary }) => summary.meanSteps],
  ['duration_ms', ({ summary }) => summary.durationMs],
  ['model_calls', ({ summary }) => summary.calls],
  ['input_tokens', ({ summary }) => summary.inputTokens],
  ['output_tokens', ({ summary }) => summary.outputTokens],
  ['cost_usd', ({ summary }) => summary.costUsd],
];

function rateColumns(
  name: string,
  of: (run: ReportRun) => ReportRate | null,
): readonly (readonly [string, NumberOf])[] {
  return [
    [name, (run) => of(run)?.value ?? null],
    [`${name}_low`, (run) => of(run)?.low ?? null],
    [`${name}_high`, (run) => of(run)?.high ?? null],
    [`${name}_worst`, (run) => of(run)?.worst ?? null],
    [`${name}_best`, (run) => of(run)?.best ?? null],
  ];
}

function number(value: number | null): Cell {
  return { text: value === null ? '' : String(value), value };
}
