import { ALIGN_PAGE } from './align/align-page.js';
import { COMPARE_PAGE } from './compare/compare-page.js';
import { EPISODE_PAGE } from './episode/episode-page.js';
import { LIVE_PAGE } from './live/live-page.js';
import { EPISODES_PAGE, TASKS_PAGE } from './list/list-page.js';
import { OVERVIEW_PAGE } from './overview/overview-page.js';
import { EPISODE_WITH_FORKS_PAGE } from './fork/episode-with-forks.js';
import type { PageDefinition } from './page.js';
import { GRAPH_PAGE } from './graph/graph-page.js';
import { LABEL_PAGE } from './label/label-page.js';
import { MATRIX_PAGE } from './matrix/matrix-page.js';
import { RUNS_PAGE } from './runs/runs-page.js';
import { TRENDS_PAGE } from './trends/trends-page.js';

/** All pages, in the order of the navigation; of two for one address the first that the source can fill is shown. */
export const PAGES: readonly PageDefinition[] = [
  RUNS_PAGE,
  LIVE_PAGE,
  OVERVIEW_PAGE,
  TASKS_PAGE,
  EPISODES_PAGE,
  COMPARE_PAGE,
  MATRIX_PAGE,
  TRENDS_PAGE,
  EPISODE_WITH_FORKS_PAGE,
  EPISODE_PAGE,
  ALIGN_PAGE,
  GRAPH_PAGE,
  LABEL_PAGE,
];
