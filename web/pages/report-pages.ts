import type { ReportIndex } from '../../src/report/view/report-index.js';
import { ALIGN_PAGE } from './align/align-page.js';
import { COMPARE_PAGE } from './compare/compare-page.js';
import { EPISODE_PAGE } from './episode/episode-page.js';
import { EPISODES_PAGE, TASKS_PAGE } from './list/list-page.js';
import { OVERVIEW_PAGE } from './overview/overview-page.js';
import type { PageDefinition } from './page.js';

/**
 * Pages of a report file, in the order of the navigation. A list of its own: what only a server can fill would be carried by
 * every file. One run is compared with nothing.
 */
export function reportPages({ runs }: ReportIndex): readonly PageDefinition[] {
  return [
    // The address of the overview in files written before.
    { ...OVERVIEW_PAGE, paths: ['/', '/overview'] },
    TASKS_PAGE,
    EPISODES_PAGE,
    { ...COMPARE_PAGE, navigation: runs.length > 1 ? COMPARE_PAGE.navigation : null },
    EPISODE_PAGE,
    ALIGN_PAGE,
  ];
}
