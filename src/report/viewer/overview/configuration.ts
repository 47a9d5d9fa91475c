import { element } from '../element.js';
import { moment } from '../../view/figures.js';
import type { RunView } from '../model.js';
import type { Viewer } from '../page.js';
import { tableFrame } from '../parts/data-table.js';
import { runBadge } from '../parts/run-badge.js';

/** What the runs were configured to do: entries that differ in sight, all others folded away. */
export function configuration(viewer: Viewer, runs: readonly RunView[]): HTMLElement {
  const { strings } = viewer;
  const values = runs.map(({ run }) => new Map(run.identity));
  const paths = [...new Set(runs.flatMap(({ run }) => run.identity.map(([path]) => path)))];
  const differ = (path: string): boolean => new Set(values.map((entries) => entries.get(path))).size > 1;
  const differing = paths.filter(differ);
  const rows = (shown: readonly string[]): HTMLElement =>
    tableFrame(
      strings.configuration,
      element(
        'thead',
        {},
        element(
          'tr',
          {},
          element('th', { scope: 'col', class: 'left' }, strings.entry),
          runs.map((run) =>
            element('th', { scope: 'col', class: 'left' }, runs.length > 1 ? runBadge(run) : run.run.label),
          ),
        ),
      ),
      element(
        'tbody',
        {},
        shown.map((path) =>
          element(
            'tr',
            {},
            element('th', { scope: 'row', class: 'left' }, element('code', {}, path)),
            values.map((entries) =>
              element('td', { class: 'value' }, element('code', {}, entries.get(path) ?? strings.nothing)),
            ),
          ),
        ),
      ),
    );
  return element(
    'section',
    { class: 'configuration' },
    element('h2', {}, strings.configuration),
    runs.length > 1 &&
      element(
        'p',
        { class: 'note' },
        differing.length === 0 ? strings.configurationSame : strings.configurationNote,
      ),
    differing.length > 0 && rows(differing),
    element(
      'details',
      {},
      element('summary', {}, strings.configuration),
      rows(paths),
      element(
        'ul',
        { class: 'notes' },
        runs.map(({ run, letter }) =>
          element(
            'li',
            {},
            `${letter}: ${run.id}, ${strings.statuses[run.status]}`,
            run.startedAt !== null && `, ${moment(run.startedAt)}`,
            `, ${run.identityHash.slice(0, 12)}`,
          ),
        ),
      ),
    ),
  );
}
