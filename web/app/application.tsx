import { MantineProvider } from '@mantine/core';
import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import { createHashHistory, RouterProvider } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import type { ReportIndex } from '../../src/report/view/report-index.js';
import type { PageDefinition } from '../pages/page.js';
import { LastListProvider } from '../report/last-list.js';
import { createClient } from '../source/create-client.js';
import { QUERY, SourceProvider } from '../source/use-source.js';
import type { ViewerSource } from '../source/viewer-source.js';
import { LanguageProvider } from '../texts/language.js';
import { firstLanguage, type Language } from '../texts/language-choice.js';
import { PagesProvider } from './pages-context.js';
import { createViewerRouter, type ViewerRouter } from './router.js';
import { ShortcutProvider } from './shortcuts.js';
import { styleNonce } from './style-nonce.js';
import { THEME } from './theme.js';

/** The whole application over one source. */
export function Application({
  source,
  pages,
  index = null,
  language = firstLanguage(null),
  loaded,
  nonce = styleNonce(),
}: {
  readonly source: ViewerSource;
  /** In the order of the navigation; of two for one address the first that the source can fill is shown. */
  readonly pages: readonly PageDefinition[];
  /** All that the source holds, where that is known: the first page needs no second look. */
  readonly index?: ReportIndex | null;
  /** To begin with. */
  readonly language?: Language;
  /** A router over the same pages that has found its own already; else one follows the browser's address. */
  readonly loaded?: ViewerRouter;
  /** What the page's policy asks of style sheets; else as the page says. */
  readonly nonce?: string;
}): ReactNode {
  const [client] = useState(() => clientWith(index));
  const [shown] = useState(() =>
    pages.filter(({ needs }) => needs.every((feature) => source.features.has(feature))),
  );
  // Pages are behind `#`: so that an address is equal in a file and on a server.
  const [router] = useState(() => loaded ?? createViewerRouter(shown, createHashHistory()));
  return (
    <MantineProvider theme={THEME} defaultColorScheme="auto" getStyleNonce={() => nonce}>
      <LanguageProvider first={language}>
        <QueryClientProvider client={client}>
          <SourceProvider source={source}>
            <ShortcutProvider>
              <LastListProvider>
                <PagesProvider pages={shown}>
                  <RouterProvider router={router} />
                </PagesProvider>
              </LastListProvider>
            </ShortcutProvider>
          </SourceProvider>
        </QueryClientProvider>
      </LanguageProvider>
    </MantineProvider>
  );
}

function clientWith(index: ReportIndex | null): QueryClient {
  const client = createClient();
  if (index !== null) client.setQueryData(QUERY.index([]), index);
  return client;
}
