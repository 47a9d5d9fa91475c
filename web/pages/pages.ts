import { COMPARE_PAGE } from './compare/compare-page.js';
import { EPISODE_PAGE } from './episode/episode-page.js';
import { EPISODES_PAGE, TASKS_PAGE } from './list/list-page.js';
import { OVERVIEW_PAGE } from './overview/overview-page.js';
import type { PageDefinition } from './page.js';
import { RUNS_PAGE } from './runs/runs-page.js';

/** All pages, in the order of the navigation; of two for one address the first that the source can fill is shown. */
export const PAGES: readonly PageDefinition[] = [
  RUNS_PAGE,
  OVERVIEW_PAGE,
  TASKS_PAGE,
  EPISODES_PAGE,
  COMPARE_PAGE,
  EPISODE_PAGE,
];
