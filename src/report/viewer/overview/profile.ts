import type { Cell } from '../../../metrics/tables/table.js';
import { element, type Child } from '../element.js';
import { percentRange } from '../../view/figures.js';
import type { RunView } from '../model.js';
import type { Viewer } from '../page.js';
import { tableFrame } from '../parts/data-table.js';
import { runBadge, runName } from '../parts/run-badge.js';
import { term } from '../parts/term.js';
import type { Strings } from '../strings.js';
import { LEAST_PER_AXIS, radar } from './radar.js';

/**
 * Name of the table that a benchmark gives its profile in: a row per dimension, the number in the fourth column; an interval of
 * the third is what undecided items leave open.
 */
const PROFILE_TABLE = 'dimension-profile';
const WHAT_COLUMN = 2;
const NUMBER_COLUMN = 3;
/** Runs that a radar can show without becoming a tangle. */
const MOST_SHAPES = 4;

interface Profile {
  readonly view: RunView;
  readonly cells: ReadonlyMap<string, ProfileCell>;
}

interface ProfileCell {
  readonly number: Cell;
  /** Worst and best value over what is undecided. */
  readonly open: Cell['interval'];
}

/** What a benchmark measures apart, side by side for several runs, as a table and a radar; null where none does. */
export function profile({ strings }: Viewer, runs: readonly RunView[]): HTMLElement | null {
  const profiles = runs.flatMap(profileOf);
  const dimensions = [...new Set(profiles.flatMap(({ cells }) => [...cells.keys()]))];
  if (dimensions.length < 3) return null;
  const enough = profiles.filter(({ cells }) =>
    dimensions.every((dimension) => (cells.get(dimension)?.number.items?.length ?? 0) >= LEAST_PER_AXIS),
  );
  const drawn = enough
    .toSorted((a, b) => Number(a.view.run.kind !== 'agent') - Number(b.view.run.kind !== 'agent'))
    .slice(0, MOST_SHAPES);
  return element(
    'section',
    { class: 'profile' },
    element('h2', {}, strings.profile),
    element('p', { class: 'note' }, strings.profileNote),
    enough.length < profiles.length && element('p', { class: 'note' }, strings.noRadar(LEAST_PER_AXIS)),
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
                element('td', { class: 'right' }, numberText(cells.get(dimension), strings)),
              ),
            ),
          ),
        ),
      ),
      drawn.length > 0 && radarFigure(strings, drawn, dimensions),
    ),
  );
}

function radarFigure(
  strings: Strings,
  drawn: readonly Profile[],
  dimensions: readonly string[],
): HTMLElement {
  return element(
    'figure',
    { class: 'radar-figure' },
    radar(
      strings.profileTitle(drawn.map(({ view }) => view.run.label).join(', ')),
      dimensions,
      drawn.map(({ view, cells }) => ({
        run: view,
        values: dimensions.map((dimension) => cells.get(dimension)?.number.value ?? null),
      })),
    ),
    element(
      'figcaption',
      { class: 'legend' },
      drawn.map(({ view }) => runName(view)),
    ),
  );
}

/** The number, below it its 95 % interval, and the bounds where something is undecided. */
function numberText(cell: ProfileCell | undefined, strings: Strings): Child {
  if (cell === undefined) return strings.notMeasured;
  const { number, open } = cell;
  return [
    element('span', {}, number.text),
    number.interval !== undefined && element('span', { class: 'below' }, percentRange(...number.interval)),
    open !== undefined &&
      element(
        'span',
        { class: 'below' },
        term(strings, 'bounds', strings.bounds),
        ` ${percentRange(...open)}`,
      ),
  ];
}

function profileOf(view: RunView): Profile[] {
  const table = view.run.tables.find(({ id }) => id === PROFILE_TABLE);
  const cells = new Map<string, ProfileCell>();
  for (const row of table?.rows ?? []) {
    const [name] = row;
    const number = row[NUMBER_COLUMN];
    if (name === undefined || number === undefined) continue;
    cells.set(name.text, { number, open: row[WHAT_COLUMN]?.interval });
  }
  return cells.size === 0 ? [] : [{ view, cells }];
}
