import { basename } from 'node:path';
import type { PaperRow, PaperTable } from '../../benchmarks/paper-tables/paper-table.js';
import type { Recipe } from '../../benchmarks/paper-tables/recipe.js';
import { UserError } from '../../errors.js';
import type { GivenSettings } from './recipe-flags.js';

/** Longest label; table, row and part take what is left of a run's name. */
const MOST = 48;

/**
 * Name of the run of a recipe: table, row, part and label, `paper-table-2.some-model.task.my-model`. The same call finds it
 * again, as does another row's that shows it.
 */
export function recipeRunName(
  table: Pick<PaperTable, 'id'>,
  row: Pick<PaperRow, 'id'>,
  recipe: Recipe,
  label: string,
): string {
  const place = recipe.runOf ?? { table: table.id, row: row.id, part: recipe.part };
  const parts = place.part === undefined ? [] : [place.part];
  return [place.table.replace('/', '-'), place.row, ...parts, label].join('.');
}

/**
 * What one's own lines of a table are called unless `--label` says so: the model, or else the agent. With `--limit`,
 * `--sample` or other words than the authors' the name says it, so that a trial is another run than the paper's.
 *
 * @throws {UserError} for a label that cannot be part of a run's name
 */
export function labelOf(given: GivenSettings, label: string | null): string {
  if (label !== null) {
    if (new RegExp(`^[A-Za-z0-9][A-Za-z0-9_-]{0,${MOST - 1}}$`).test(label)) return label;
    throw new UserError(`"${label}" cannot be a label`, {
      hint: `Use up to ${MOST} letters, digits, "_" and "-", a letter or digit first.`,
    });
  }
  const first = typeof given.limit === 'string' ? `-first-${given.limit}` : '';
  const few = typeof given.sample === 'string' ? `-sample-${given.sample}` : first;
  const ours = given.promptSource === 'touchstone' ? '-paraphrased' : '';
  const end = `${ours}${few}`;
  const slug = nameOf(given)
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');
  return `${(slug === '' ? 'model' : slug).slice(0, MOST - end.length)}${end}`;
}

function nameOf({ model, profile, agent }: GivenSettings): string {
  if (typeof model === 'string') return model.split('/').at(-1) ?? model;
  if (typeof profile === 'string') return basename(profile, '.json');
  return typeof agent === 'string' ? agent : 'model';
}
