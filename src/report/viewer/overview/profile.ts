import type { Cell } from '../../../metrics/table.js';
import { element } from '../element.js';
import type { RunView } from '../model.js';
import type { Viewer } from '../page.js';
import { tableFrame } from '../parts/data-table.js';
import { runBadge, runName } from '../parts/run-badge.js';
import { radar } from './radar.js';

/** Name of the table that a benchmark gives its profile in: a row per dimension, the number in the fourth column. */
const PROFILE_TABLE = 'dimension-profile';
const NUMBER_COLUMN = 3;
/** Runs that a radar can show without becoming a tangle. */
const MOST_SHAPES = 4;

interface Profile {
  readonly view: RunView;
  readonly cells: ReadonlyMap<string, Cell>;
}

/** What a benchmark measures apart, side by side for several runs, as a table and a radar; null where none does. */
export function profile({ strings }: Viewer, runs: readonly RunView[]): HTMLElement | null {
  const profiles = runs.flatMap(profileOf);
  const dimensions = [...new Set(profiles.flatMap(({ cells }) => [...cells.keys()]))];
  if (dimensions.length < 3) return null;
  const drawn = [...profiles]
    .sort((a, b) => Number(a.view.run.kind !== 'agent') - Number(b.view.run.kind !== 'agent'))
    .slice(0, MOST_SHAPES);
  return element(
    'section',
    { class: 'profile' },
    element('h2', {}, strings.profile),
    element('p', { class: 'note' }, strings.profileNote),
    element(
      'div',
      { class: 'beside' },
      tableFrame(
        strings.profile,
        element(
          'thead',
          {},
          element(
            'tr',
            {},
            element('th', { scope: 'col', class: 'left' }, strings.dimension),
            profiles.map(({ view }) => element('th', { scope: 'col', class: 'right' }, runBadge(view))),
          ),
        ),
        element(
          'tbody',
          {},
          dimensions.map((dimension) =>
            element(
              'tr',
              {},
              element('th', { scope: 'row', class: 'left' }, dimension),
              profiles.map(({ cells }) =>
                element('td', { class: 'right' }, cells.get(dimension)?.text ?? strings.notMeasured),
              ),
            ),
          ),
        ),
      ),
      element(
        'figure',
        { class: 'radar-figure' },
        radar(
          strings.profileTitle(drawn.map(({ view }) => view.run.label).join(', ')),
          dimensions,
          drawn.map(({ view, cells }) => ({
            run: view,
            values: dimensions.map((dimension) => cells.get(dimension)?.value ?? null),
          })),
        ),
        element(
          'figcaption',
          { class: 'legend' },
          drawn.map(({ view }) => runName(view)),
        ),
      ),
    ),
  );
}

function profileOf(view: RunView): Profile[] {
  const table = view.run.tables.find(({ id }) => id === PROFILE_TABLE);
  const cells = new Map<string, Cell>();
  for (const row of table?.rows ?? []) {
    const [name] = row;
    const cell = row[NUMBER_COLUMN];
    if (name !== undefined && cell !== undefined) cells.set(name.text, cell);
  }
  return cells.size === 0 ? [] : [{ view, cells }];
}
