import type { ReactNode } from 'react';
import { EPISODE_PAGE } from '../episode/episode-page.js';
import type { PageDefinition } from '../page.js';
import { ForkPanel } from './fork-panel.js';

/** An episode where it can be gone on with from any of its steps. A report file carries the page without that. */
export const EPISODE_WITH_FORKS_PAGE: PageDefinition = {
  ...EPISODE_PAGE,
  needs: ['fork'],
  component: EpisodeWithForks,
};

const Episode = EPISODE_PAGE.component;

function EpisodeWithForks(): ReactNode {
  return (
    <>
      <Episode />
      <ForkPanel />
    </>
  );
}
