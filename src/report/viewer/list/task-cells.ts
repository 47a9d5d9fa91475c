import { element } from '../element.js';
import { decimal } from '../../view/figures.js';
import type { EpisodeRow, RunView, TaskRow } from '../model.js';
import type { Viewer } from '../page.js';
import { outcomeSign } from '../parts/outcome-mark.js';
import { runBadge } from '../parts/run-badge.js';
import { formatRoute } from '../route.js';
import { isCounted, meanSteps } from '../select-rows.js';
import { instructionText } from '../task-text.js';

/** Signs of one strip; more repeats are counted in words. */
const MOST_SIGNS = 20;
/** Pixels of one sign with the gap after it, and of what stands around the signs of a strip. */
const SIGN = 22;
const AROUND = { letter: 30, counts: 44 };

/** Width of every strip of a report, so that those of one run stand below each other. */
export function stripWidth({ model }: Viewer): number {
  const letter = model.runs.length > 1 ? AROUND.letter : 0;
  return letter + Math.min(MOST_SIGNS + 1, Math.max(1, model.mostRepeats)) * SIGN + AROUND.counts;
}

/** A task as one row: what was asked, a strip of repeats per run, mean steps. Counts are of what the filter leaves in. */
export function taskRow(
  viewer: Viewer,
  task: TaskRow,
  isIn: (episode: EpisodeRow) => boolean,
  options: { readonly chosen: EpisodeRow | null; readonly run: string | null },
): HTMLElement {
  const strips = task.episodes.flatMap((episodes, index) => {
    const view = viewer.model.runs[index];
    const isShown = options.run === null || view?.run.id === options.run;
    return view !== undefined && isShown ? [strip(viewer, view, episodes, isIn, options.chosen)] : [];
  });
  return element(
    'div',
    {},
    taskCell(viewer, task),
    element(
      'div',
      { class: 'cell strips', role: 'gridcell', css: { '--strip': `${stripWidth(viewer)}px` } },
      strips,
    ),
    element(
      'div',
      { class: 'cell number steps', role: 'gridcell' },
      decimal(meanSteps(task.episodes.flat().filter(isIn))),
    ),
  );
}

function strip(
  viewer: Viewer,
  view: RunView,
  episodes: readonly EpisodeRow[],
  isIn: (episode: EpisodeRow) => boolean,
  chosen: EpisodeRow | null,
): HTMLElement {
  const counted = episodes.filter(isCounted);
  const passed = counted.filter(({ outcome }) => outcome === 'passed').length;
  return element(
    'div',
    { class: 'strip' },
    viewer.model.runs.length > 1 && runBadge(view),
    episodes.slice(0, MOST_SIGNS).map((episode) => sign(viewer, episode, isIn(episode), episode === chosen)),
    episodes.length > MOST_SIGNS && element('span', { class: 'more' }, `+${episodes.length - MOST_SIGNS}`),
    element(
      'span',
      { class: 'more' },
      counted.length === 0 ? viewer.strings.nothing : `${passed}/${counted.length}`,
    ),
  );
}

/** What was asked; below it the task's id and apps. */
export function taskCell(viewer: Viewer, { task }: TaskRow): HTMLElement {
  return element(
    'div',
    { class: 'cell task', role: 'gridcell' },
    element('div', { class: 'instruction' }, instructionText(task, viewer.language)),
    element('div', { class: 'below' }, [task.id, ...task.apps].join(' · ')),
  );
}

function sign(viewer: Viewer, episode: EpisodeRow, isIn: boolean, isChosen: boolean): HTMLElement {
  const { strings } = viewer;
  const name = strings.cellOf(episode.run.run.label, episode.repeat + 1, strings.outcomes[episode.outcome]);
  return element(
    'a',
    {
      class: `sign-link${isIn ? '' : ' out'}${isChosen ? ' chosen' : ''}`,
      href: formatRoute(episodeRoute(episode)),
      // The row's own keys reach it; otherwise a page of rows would be hundreds of stops of the Tab key.
      tabindex: -1,
      'aria-label': name,
      title: name,
    },
    outcomeSign(episode.outcome),
  );
}

/** The page of an episode, at its first step. */
export function episodeRoute(episode: EpisodeRow) {
  return {
    page: 'episode',
    run: episode.run.run.id,
    item: episode.item,
    repeat: episode.repeat,
    step: 0,
  } as const;
}
