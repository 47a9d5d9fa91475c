import { describe, expect, it } from 'vitest';
import { DETECTOR_ROLE } from '../src/agents/marks/detector.js';
import { dryCommand } from '../src/app/reproduce/dry-run.js';
import { planRuns } from '../src/app/reproduce/plan-runs.js';
import { recipeSettings } from '../src/app/reproduce/recipe-flags.js';
import { checkRunId } from '../src/app/run/run-id.js';
import { resolveSettings } from '../src/app/settings/resolve-settings.js';
import type { CellPlace, PaperColumn } from '../src/benchmarks/paper-tables/paper-table.js';
import { ROW_STATUSES, type RowStatus } from '../src/benchmarks/paper-tables/row-status.js';
import { PROMPT_SETS } from '../src/registry/prompt-sets.js';
import { Registry } from '../src/registry/registry.js';
import { hollowProgram } from './fixtures/hollow-program.js';
import { PAPER_ROWS } from './fixtures/paper-rows.js';

const REGISTRY = new Registry();
const TABLES = REGISTRY.paperTables();
const ROWS = TABLES.flatMap((table) =>
  table.rows.map((row) => ({ name: `${table.id}, ${row.id}`, table, row })),
);
const RECIPES = ROWS.flatMap(({ name, table, row }) =>
  row.runs.map((recipe) => ({
    name: recipe.part === undefined ? name : `${name}, ${recipe.part}`,
    table,
    row,
    recipe,
  })),
);
const KEBAB = /^[a-z0-9]+(?:[-.][a-z0-9]+)*$/;

function placesOf({ from }: PaperColumn): readonly CellPlace[] {
  if (from === null) return [];
  return from.type === 'cell' ? [from] : from.of;
}

/** Whether a column holds exactly this. */
function isOf(place: CellPlace): (column: PaperColumn) => boolean {
  return ({ from }) => JSON.stringify(from) === JSON.stringify(place);
}

describe('the tables of papers', () => {
  it('are those of the list, rows and statuses too', () => {
    const found = TABLES.map((table) => {
      const statuses: Partial<Record<RowStatus, string[]>> = {};
      for (const { id, status } of table.rows) (statuses[status] ??= []).push(id);
      return [table.id, statuses] as const;
    });
    expect(Object.fromEntries(found)).toEqual(PAPER_ROWS);
  });

  it('have ids of their own', () => {
    for (const ids of [TABLES.map(({ id }) => id), ...TABLES.map(({ rows }) => rows.map(({ id }) => id))]) {
      expect(new Set(ids).size).toBe(ids.length);
      for (const id of ids) for (const part of id.split('/')) expect(part).toMatch(KEBAB);
    }
  });

  it.each(ROWS)('have rows as wide as they are: $name', ({ table, row }) => {
    expect(row.heads).toHaveLength(table.heads.length);
    expect(row.published).toHaveLength(table.columns.length);
    for (const sentence of [row.why ?? 'None.', ...(row.conditions ?? []), ...table.conditions]) {
      expect(sentence).toMatch(/^\S.*[.]$/);
    }
  });

  it.each(ROWS)('have runs where the status says so, for every column: $name', ({ table, row }) => {
    const { runs } = row;
    expect(runs.length > 0).toBe(ROW_STATUSES[row.status].canRun);
    if (runs.length === 0) expect(row.why).toBeDefined();
    const parts = runs.map(({ part }) => part);
    expect(new Set(parts).size).toBe(parts.length);
    if (runs.length === 0) return;
    const told = table.columns.filter((_, index) => row.published[index] !== null);
    for (const { part } of told.flatMap(placesOf)) expect(parts).toContain(part);
  });

  it.each(RECIPES)('have recipes of settings that there are: $name', ({ recipe }) => {
    const { settings, benchmark, roles = {} } = recipe;
    const resolved = resolveSettings({
      flags: recipeSettings(recipe),
      environment: {},
      config: null,
    });
    expect(resolved.values).toMatchObject(settings);
    const agent = REGISTRY.agent(settings.agent);
    const names = agent.options.map(({ name }) => name);
    for (const option of Object.keys(settings.agentOptions ?? {})) expect(names).toContain(option);
    // Any agent has the detector's whose dialect needs marks.
    const known = [...agent.roles, DETECTOR_ROLE].map(({ name }) => name);
    for (const role of Object.keys(roles)) expect(known).toContain(role);
    const definition = REGISTRY.benchmark(benchmark, '/');
    if (settings.split !== undefined) expect(definition.splits).toContain(settings.split);
    const [family = '', variant] = (settings.dialect ?? '').split('@');
    if (family !== '') expect(REGISTRY.dialects.has(family)).toBe(true);
    if (variant !== undefined) expect(REGISTRY.dialects.get(family)?.variants).toContain(variant);
  });

  it.each(RECIPES)('name prompt sets that ask as they do: $name', ({ recipe: { prompts, settings } }) => {
    if (prompts.type !== 'official' || prompts.set === null) return;
    const set = PROMPT_SETS.get(prompts.set);
    expect(set?.dialect).toBe(settings.dialect);
    expect(set?.agents ?? ['direct']).toContain(settings.agent);
  });

  it.each(RECIPES)('share runs with recipes that are alike: $name', ({ recipe }) => {
    const { runOf } = recipe;
    if (runOf === undefined) return;
    const other = TABLES.find(({ id }) => id === runOf.table)?.rows.find(({ id }) => id === runOf.row);
    const owner = other?.runs.find(({ part }) => part === runOf.part);
    expect(owner).toBeDefined();
    expect(owner?.runOf).toBeUndefined();
    expect({ ...owner, part: undefined }).toEqual({ ...recipe, part: undefined, runOf: undefined });
  });

  it('have numbers of their own where a column is the mean of others', () => {
    const apart = TABLES.flatMap(({ id, columns, rows }) =>
      columns.flatMap(({ from }, index) => {
        const parts = from?.type === 'mean' ? from.of.map((place) => columns.findIndex(isOf(place))) : [];
        if (parts.length === 0 || parts.includes(-1)) return [];
        return rows.flatMap((row) => {
          const values = parts.map((part) => row.published[part] ?? null);
          const printed = row.published[index] ?? null;
          if (printed === null || !values.every((value) => value !== null)) return [];
          const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
          return Math.abs(mean - printed) < 0.0101 ? [] : [`${id}, ${row.id}: ${printed}, not ${mean}`];
        });
      }),
    );
    expect(apart).toEqual([]);
  });

  it('have the same numbers wherever the same run is shown', () => {
    const known = new Map<string, Set<string>>();
    for (const { table, row } of ROWS) {
      for (const [index, column] of table.columns.entries()) {
        const printed = row.published[index] ?? null;
        if (column.from?.type !== 'cell' || printed === null) continue;
        const { part, ...cell } = column.from;
        const recipe = row.runs.find((one) => one.part === part);
        const run = recipe?.runOf ?? {
          table: table.id,
          row: row.id,
          ...(part === undefined ? {} : { part }),
        };
        const key = JSON.stringify([run.table, run.row, run.part, cell]);
        known.set(key, (known.get(key) ?? new Set()).add(printed.toFixed(column.digits)));
      }
    }
    expect([...known].filter(([, printed]) => printed.size > 1)).toEqual([]);
  });

  const called: string[] = [];
  const program = hollowProgram(called);

  it.each(RECIPES)('have commands that the program takes: $name', async ({ table, row }) => {
    const label = 'l'.repeat(48);
    const runs = planRuns(table, [row], {
      registry: REGISTRY,
      given: {},
      label,
      parts: null,
    });
    for (const run of runs) {
      const { words, open } = dryCommand(run, { registry: REGISTRY, named: new Set() });
      called.length = 0;
      await (await program).parseAsync([...words], { from: 'user' });
      expect(called).toEqual(['run']);
      expect(open).toContain('--model');
      expect(() => checkRunId(run.runId)).not.toThrow();
    }
  });
});
