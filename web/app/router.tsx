import {
  createRootRoute,
  createRoute,
  createRouter,
  type AnyRoute,
  type RouterHistory,
} from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { PageDefinition } from '../pages/page.js';
import { Failed } from './page-state.js';
import { parseSearch, writeSearch } from './search.js';
import { Shell } from './shell.js';
import { UnknownPage } from './unknown-page.js';

export type ViewerRouter = ReturnType<typeof createViewerRouter>;

/** Finds the page of an address. */
export function createViewerRouter(pages: readonly PageDefinition[], history: RouterHistory) {
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
    history,
    parseSearch,
    stringifySearch: writeSearch,
    defaultErrorComponent: ({ error }): ReactNode => <Failed error={error} />,
    defaultNotFoundComponent: UnknownPage,
    // What is written into a file has nowhere to go back to, and would bring a script of its own.
    scrollRestoration: typeof document !== 'undefined',
  });
}
