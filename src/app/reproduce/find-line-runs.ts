import { resolve } from 'node:path';
import type { PaperRow, PaperTable } from '../../benchmarks/paper-tables/paper-table.js';
import { UserError } from '../../errors.js';
import type { Registry } from '../../registry/registry.js';
import { findRun, namesBelow } from '../results/find-run.js';
import type { OpenRunOptions } from '../run/run-benchmark.js';
import type { LineRuns } from './collate-runs.js';
import { chooseRows } from './find-paper-tables.js';
import { measureRun, type MeasuredRun } from './measured-run.js';
import { isModel, settingConditions } from './run-conditions.js';
import { recipeRunName } from './run-name.js';

export interface FindOptions extends OpenRunOptions {
  readonly registry: Registry;
  /** Absolute. */
  readonly runsFolder: string;
}

/**
 * The runs of rows that lie in the folder under the names that a table gives them.
 *
 * @param labels only these; all unless given
 */
export async function runsOfRows(
  table: PaperTable,
  rows: readonly PaperRow[],
  { labels, ...options }: FindOptions & { readonly labels: readonly string[] | null },
): Promise<readonly LineRuns[]> {
  const names = namesBelow(options.runsFolder);
  const measured = new Map<string, MeasuredRun>();
  const lines: LineRuns[] = [];
  for (const row of rows) {
    const byLabel = new Map<string, Map<string | undefined, MeasuredRun>>();
    for (const recipe of row.runs) {
      const beginning = recipeRunName(table, row, recipe, '');
      for (const name of names) {
        const label = name.slice(beginning.length);
        if (!name.startsWith(beginning) || label === '' || label.includes('.')) continue;
        if (labels !== null && !labels.includes(label)) continue;
        const run = measured.get(name) ?? (await measureRun(resolve(options.runsFolder, name), options));
        measured.set(name, run);
        byLabel.set(
          label,
          (byLabel.get(label) ?? new Map<string | undefined, MeasuredRun>()).set(recipe.part, run),
        );
      }
    }
    for (const [label, runs] of byLabel) lines.push({ row, label, runs });
  }
  return lines;
}

/**
 * The lines that runs come to which the user names: `RUN`, whose settings and model say which row it is of, or `ROW=RUN`.
 *
 * @throws {UserError} for a run that could be of several rows, or of none
 */
export async function namedLineRuns(
  table: PaperTable,
  names: readonly string[],
  options: FindOptions & {
    /** Rows that the runs may be of. */
    readonly rows: readonly PaperRow[];
    readonly label: string | null;
    readonly workingDirectory: string;
  },
): Promise<readonly LineRuns[]> {
  const lines: { row: PaperRow; label: string; runs: Map<string | undefined, MeasuredRun> }[] = [];
  for (const name of names) {
    const { row: rowName, run: runName } = splitName(name, table);
    const rows = rowName === null ? options.rows : chooseRows(table, [rowName]);
    const run = await measureRun(findRun(runName, options.runsFolder, options.workingDirectory), options);
    const { row, part } = placeOf(run, table, rows, options);
    const label = options.label ?? modelOf(run, options.registry) ?? run.identity.agent.name;
    const known = lines.find((line) => line.row === row && line.label === label && !line.runs.has(part));
    if (known !== undefined) known.runs.set(part, run);
    else {
      const isTaken = lines.some((line) => line.row === row && line.label === label);
      lines.push({ row, label: isTaken ? run.name : label, runs: new Map([[part, run]]) });
    }
  }
  return lines;
}

/** `ROW=RUN`, where what stands before the sign is a row; else the whole is a run. */
function splitName(
  name: string,
  { rows }: PaperTable,
): { readonly row: string | null; readonly run: string } {
  const [before = '', ...rest] = name.split('=');
  const isRow = rest.length > 0 && rows.some(({ id }) => id === before);
  return isRow ? { row: before, run: rest.join('=') } : { row: null, run: name };
}

interface Place {
  readonly row: PaperRow;
  readonly part: string | undefined;
}

/** Settings by which a run is known for a row's: what was asked, of what, in which way. */
const TELLING: ReadonlySet<string> = new Set([
  'where tasks are done',
  'agent',
  'switches of the agent',
  'dialect',
  'split',
  'level of instructions',
  'dimensions',
  'modality',
  'history of recorded steps',
]);

function placeOf(
  run: MeasuredRun,
  table: PaperTable,
  rows: readonly PaperRow[],
  { registry }: FindOptions,
): Place {
  const places = rows.flatMap((row) =>
    row.runs.map((recipe) => ({
      row,
      recipe,
      part: recipe.part,
      apart: settingConditions(run, recipe, actingRole(run, registry)).filter(({ what }) => TELLING.has(what))
        .length,
    })),
  );
  // Of a row that is named, the nearest will do: what differs is said.
  const fewest = rows.length === 1 ? Math.min(...places.map(({ apart }) => apart)) : 0;
  const near = places.filter(({ apart }) => apart === fewest);
  const model = modelOf(run, registry);
  const ofModel = near.filter(({ row, recipe }) => {
    const paper = recipe.model ?? row.model;
    return model !== null && paper !== undefined && isModel(paper, model);
  });
  const [only, ...others] = ofModel.length > 0 ? ofModel : near;
  if (only !== undefined && others.length === 0) return only;
  const could = [
    ...new Set(near.map(({ row, part }) => (part === undefined ? row.id : `${row.id} (${part})`))),
  ];
  throw new UserError(
    could.length === 0
      ? `by its settings, the run ${run.name} is of no row of ${table.id}`
      : `by its settings, the run ${run.name} could be of ${could.join(', ')}`,
    { hint: `Say which row: \`touchstone reproduce ${table.id} ROW=${run.name}\`.` },
  );
}

function actingRole({ identity }: MeasuredRun, registry: Registry): string | undefined {
  return registry.agents.get(identity.agent.name)?.roles[0]?.name;
}

/** What the endpoint calls the acting model, without its owner; null where none is asked. */
function modelOf(run: MeasuredRun, registry: Registry): string | null {
  const model = run.identity.models[actingRole(run, registry) ?? '']?.['model'];
  return typeof model === 'string' ? (model.split('/').at(-1) ?? model) : null;
}
