import { element } from '../element.js';
import { dollars, duration, percent, whole } from '../../view/figures.js';
import type { EpisodeRow } from '../model.js';
import type { Viewer } from '../page.js';
import { outcomeBadge } from '../parts/outcome-mark.js';
import { runBadge } from '../parts/run-badge.js';
import { taskCell } from './task-cells.js';

/** An episode as one row. */
export function episodeRow(viewer: Viewer, episode: EpisodeRow): HTMLElement {
  const { strings } = viewer;
  const number = (className: string, text: string): HTMLElement =>
    element('div', { class: `cell number ${className}`, role: 'gridcell' }, text);
  return element(
    'div',
    {},
    element(
      'div',
      { class: 'cell outcome', role: 'gridcell' },
      outcomeBadge(episode.outcome, strings),
      episode.otherMode !== null && element('span', { class: 'differs', title: strings.onlyDiffering }, '≠'),
    ),
    taskCell(viewer, episode.task),
    viewer.model.runs.length > 1 &&
      element('div', { class: 'cell run', role: 'gridcell' }, runBadge(episode.run)),
    number('repeat', String(episode.repeat + 1)),
    number('steps', String(episode.steps)),
    number('completion', percent(episode.completion)),
    number('time', duration(episode.durationMs)),
    viewer.model.hasModels && number('tokens', whole(episode.tokens)),
    viewer.model.hasModels && number('cost', dollars(episode.costUsd)),
    element('div', { class: 'cell why', role: 'gridcell', title: episode.why }, episode.why),
  );
}
