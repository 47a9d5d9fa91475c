import { element } from './element.js';
import type { Page, Viewer } from './page.js';
import { dataTable } from './parts/data-table.js';

/** Every pair of runs that was compared. */
export function comparePage(viewer: Viewer): Page {
  const { strings, model } = viewer;
  const { comparisons } = model.index;
  return {
    title: strings.compare,
    element: element(
      'article',
      { class: 'overview' },
      element('h1', {}, strings.compare),
      comparisons.length === 0 && element('p', { class: 'empty' }, strings.noComparison),
      comparisons.map(({ left, right, tables }) =>
        element(
          'section',
          {},
          element(
            'h2',
            {},
            strings.comparisonOf(model.runs[left]?.run.label ?? '', model.runs[right]?.run.label ?? ''),
          ),
          tables.map((table) => dataTable(table, () => null, strings.followCell)),
        ),
      ),
    ),
  };
}
