import {
  createHashHistory,
  createRootRoute,
  createRoute,
  createRouter,
  type AnyRoute,
} from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { PageDefinition } from '../pages/page.js';
import { Failed } from './page-state.js';
import { parseSearch, writeSearch } from './search.js';
import { Shell } from './shell.js';
import { UnknownPage } from './unknown-page.js';

/** Pages behind `#`: so that an address is equal in a file and on a server. */
export function createViewerRouter(pages: readonly PageDefinition[]): ReturnType<typeof routerOf> {
  return routerOf(pages);
}

function routerOf(pages: readonly PageDefinition[]) {
  const root = createRootRoute({ component: Shell, notFoundComponent: UnknownPage });
  const taken = new Set<string>();
  const routes: AnyRoute[] = [];
  for (const { paths, component } of pages) {
    for (const path of paths) {
      // Of two pages for one address, the first.
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
