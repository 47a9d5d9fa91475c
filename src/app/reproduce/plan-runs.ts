import type { PaperRow, PaperTable } from '../../benchmarks/paper-tables/paper-table.js';
import type { Recipe } from '../../benchmarks/paper-tables/recipe.js';
import { DETECTOR_ROLE } from '../../agents/marks/detector.js';
import { didYouMean } from '../../domain/text/nearest-name.js';
import { UserError } from '../../errors.js';
import type { Registry } from '../../registry/registry.js';
import { SETTINGS } from '../settings/setting.js';
import { runSettings, type GivenSettings } from './recipe-flags.js';
import { recipeRunName } from './run-name.js';

/** A run that a row of a table needs, ready to be given to `touchstone run`. */
export interface PlannedRun {
  readonly table: PaperTable;
  readonly row: PaperRow;
  readonly recipe: Recipe;
  readonly label: string;
  readonly runId: string;
  readonly settings: GivenSettings;
}

export interface PlanOptions {
  readonly registry: Registry;
  /** Flags of the user's call. */
  readonly given: GivenSettings;
  readonly label: string;
  /** Only the runs of these parts; all unless named. */
  readonly parts: readonly string[] | null;
}

/**
 * The runs that rows of a table need, in order, each once.
 *
 * @throws {UserError} for a part that a row has not
 */
export function planRuns(
  table: PaperTable,
  rows: readonly PaperRow[],
  options: PlanOptions,
): readonly PlannedRun[] {
  const { registry, given, label } = options;
  const planned = new Map<string, PlannedRun>();
  for (const row of rows) {
    for (const recipe of partsOf(table, row, options)) {
      const agent = typeof given.agent === 'string' ? given.agent : recipe.settings.agent;
      const asksModel = registry.agent(agent).roles.length > 0;
      const runId = recipeRunName(table, row, recipe, label);
      planned.set(runId, {
        table,
        row,
        recipe,
        label,
        runId,
        settings: runSettings(recipe, given, asksModel),
      });
    }
  }
  return [...planned.values()];
}

function partsOf(
  table: PaperTable,
  { id, runs: recipes }: PaperRow,
  { parts }: PlanOptions,
): readonly Recipe[] {
  if (parts === null) return recipes;
  const known = recipes.flatMap(({ part = [] }) => part);
  const unknown = parts.find((part) => !known.includes(part));
  if (unknown !== undefined) {
    throw new UserError(`${table.id}, row ${id}, has no part "${unknown}"`, {
      hint:
        known.length === 0
          ? 'It is one run.'
          : `${didYouMean(unknown, known)}Its parts: ${known.join(', ')}.`,
    });
  }
  return recipes.filter(({ part }) => part !== undefined && parts.includes(part));
}

/** Roles whose model the user has not described; the acting one would be asked in their place. */
export function missingRoles({ recipe, settings }: PlannedRun): readonly string[] {
  if (settings.agent !== recipe.settings.agent) return [];
  const given = SETTINGS.roleProfiles.schema.safeParse(settings.roleProfiles ?? {});
  // What a detector found may be in files.
  const hasFiles = typeof settings.elements === 'string';
  return Object.keys(recipe.roles ?? {}).filter(
    (role) => given.data?.[role] === undefined && !(role === DETECTOR_ROLE.name && hasFiles),
  );
}

/** Options of the agent whose file the user has not named. */
export function missingFiles({ recipe, settings }: PlannedRun): readonly string[] {
  if (settings.agent !== recipe.settings.agent) return [];
  const given = SETTINGS.agentOptions.schema.safeParse(settings.agentOptions ?? {});
  return Object.keys(recipe.files ?? {}).filter((option) => given.data?.[option] === undefined);
}

/** @throws {UserError} for a file that has to be made first, and nobody named */
export function requireFiles(run: PlannedRun): void {
  const [option] = missingFiles(run);
  if (option === undefined) return;
  const { table, row, recipe } = run;
  throw new UserError(`${table.id}, row ${row.id}, needs a file of ${option}, and none is named`, {
    hint: `To make it, ${recipe.files?.[option] ?? ''}; name it with --agent-option ${option}=FILE.`,
  });
}

/** @throws {UserError} for a model that the paper asks in a role of its own, and nobody named */
export function requireRoles(run: PlannedRun): void {
  const [role] = missingRoles(run);
  if (role === undefined) return;
  const { table, row, recipe } = run;
  throw new UserError(`${table.id}, row ${row.id}, asks a ${role} as well, and none is named`, {
    hint: `Describe it in a profile: --role ${role}=FILE (docs/providers.md)${role === DETECTOR_ROLE.name ? ', or name its outputs with --elements FOLDER (docs/marks.md)' : ''}; the paper's is ${recipe.roles?.[role] ?? ''}.`,
  });
}
