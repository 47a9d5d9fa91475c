import {
  createHashHistory,
  createRootRoute,
  createRoute,
  createRouter,
  type AnyRoute,
} from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { PAGES } from '../pages/pages.js';
import type { Feature } from '../source/viewer-source.js';
import { Failed } from './page-state.js';
import { parseSearch, writeSearch } from './search.js';
import { Shell } from './shell.js';
import { UnknownPage } from './unknown-page.js';

/** The pages that a source can fill, behind `#`: so that an address is equal in a file and on a server. */
export function createViewerRouter(features: ReadonlySet<Feature>): ReturnType<typeof routerOf> {
  return routerOf(features);
}

function routerOf(features: ReadonlySet<Feature>) {
  const root = createRootRoute({ component: Shell, notFoundComponent: UnknownPage });
  const pages = PAGES.filter(({ needs }) => needs.every((feature) => features.has(feature)));
  const taken = new Set<string>();
  const routes: AnyRoute[] = [];
  for (const { paths, component } of pages) {
    for (const path of paths) {
      // Of two pages for one address, the first that the source can fill.
      if (taken.has(path)) continue;
      taken.add(path);
      routes.push(createRoute({ getParentRoute: () => root, path, component }));
    }
  }
  return createRouter({
    routeTree: root.addChildren(routes),
    history: createHashHistory(),
    parseSearch,
    stringifySearch: writeSearch,
    defaultErrorComponent: ({ error }): ReactNode => <Failed error={error} />,
    defaultNotFoundComponent: UnknownPage,
    scrollRestoration: true,
  });
}
