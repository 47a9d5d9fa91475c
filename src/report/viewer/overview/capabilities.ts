import type { ReportAbility } from '../../view/report-run.js';
import { element } from '../element.js';
import { percent, percentRange } from '../../view/figures.js';
import type { RunView } from '../model.js';
import type { Viewer } from '../page.js';
import { tableFrame } from '../parts/data-table.js';
import { rateBar } from '../parts/rate-bar.js';
import { runBadge, runName } from '../parts/run-badge.js';
import { LEAST_PER_AXIS, radar } from './radar.js';
import { follow } from './results-table.js';

/** Runs that a radar can show without becoming a tangle. */
const MOST_SHAPES = 4;

/** Bars for every atomic capability, and a radar from three on; null where the tasks name none. */
export function capabilities(viewer: Viewer, runs: readonly RunView[]): HTMLElement | null {
  const { strings } = viewer;
  const shown = runs.filter(({ run }) => run.abilities.length > 0);
  const names = [...new Set(shown.flatMap(({ run }) => run.abilities.map(({ ability }) => ability)))];
  if (names.length === 0) return null;
  const enough = shown.filter((run) => isEnough(run, names));
  const drawn = enough
    .toSorted((a, b) => Number(a.run.kind !== 'agent') - Number(b.run.kind !== 'agent'))
    .slice(0, MOST_SHAPES);
  return element(
    'section',
    { class: 'capabilities' },
    element('h2', {}, strings.capabilities),
    element('p', { class: 'note' }, strings.capabilitiesNote),
    names.length >= 3 &&
      enough.length < shown.length &&
      element('p', { class: 'note' }, strings.noRadar(LEAST_PER_AXIS)),
    element(
      'div',
      { class: 'beside' },
      tableFrame(
        strings.capabilities,
        element(
          'thead',
          { class: 'visually-hidden' },
          element(
            'tr',
            {},
            element('th', { scope: 'col' }, strings.capability),
            element('th', { scope: 'col' }, strings.run),
            element('th', { scope: 'col' }, strings.interval),
            element('th', { scope: 'col' }, strings.success),
            element('th', { scope: 'col' }, strings.counted),
          ),
        ),
        names.map((name) => {
          const rows = shown.flatMap((run) => {
            const found = run.run.abilities.find(({ ability }) => ability === name);
            return found === undefined ? [] : [{ run, found }];
          });
          return element(
            'tbody',
            { class: 'ability' },
            rows.map(({ run, found }, index) =>
              element(
                'tr',
                {},
                index === 0 &&
                  element('th', { scope: 'rowgroup', rowspan: rows.length, class: 'left' }, name),
                element('td', { class: 'badge-cell' }, shown.length > 1 && runBadge(run)),
                element('td', { class: 'bar-cell' }, abilityBar(found, run.index)),
                element(
                  'td',
                  { class: 'right', title: percentRange(found.low, found.high) },
                  follow(viewer, run, { ability: name }, percent(shareOf(found))),
                ),
                element('td', { class: 'right muted' }, strings.capabilityCell(found.reached, found.counted)),
              ),
            ),
          );
        }),
      ),
      names.length >= 3 && drawn.length > 0 && radarFigure(viewer, drawn, names),
    ),
  );
}

/** Whether every axis of the run's shape rests on enough milestones to be drawn. */
function isEnough({ run }: RunView, names: readonly string[]): boolean {
  return names.every((name) =>
    run.abilities.some(({ ability, counted }) => ability === name && counted >= LEAST_PER_AXIS),
  );
}

function radarFigure({ strings }: Viewer, drawn: readonly RunView[], names: readonly string[]): HTMLElement {
  return element(
    'figure',
    { class: 'radar-figure' },
    radar(
      strings.radarTitle(drawn.map(({ run }) => run.label).join(', ')),
      names,
      drawn.map((run) => ({
        run,
        values: names.map((name) => {
          const found = run.run.abilities.find(({ ability }) => ability === name);
          return found === undefined ? null : shareOf(found);
        }),
      })),
    ),
    element('figcaption', { class: 'legend' }, drawn.map(runName)),
  );
}

function abilityBar(ability: ReportAbility, run: number): HTMLElement {
  const { low, high } = ability;
  return rateBar({ value: shareOf(ability), low, high }, run);
}

function shareOf({ reached, counted }: ReportAbility): number | null {
  return counted === 0 ? null : reached / counted;
}
