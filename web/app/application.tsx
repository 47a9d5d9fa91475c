import { MantineProvider } from '@mantine/core';
import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import type { ReportIndex } from '../../src/report/view/report-index.js';
import type { PageDefinition } from '../pages/page.js';
import { LastListProvider } from '../report/last-list.js';
import { createClient } from '../source/create-client.js';
import { QUERY, SourceProvider } from '../source/use-source.js';
import type { ViewerSource } from '../source/viewer-source.js';
import { LanguageProvider, type Language } from '../texts/language.js';
import { PagesProvider } from './pages-context.js';
import { createViewerRouter } from './router.js';
import { ShortcutProvider } from './shortcuts.js';
import { styleNonce } from './style-nonce.js';
import { THEME } from './theme.js';

/** The whole application over one source. */
export function Application({
  source,
  pages,
  index = null,
  language = null,
}: {
  readonly source: ViewerSource;
  /** In the order of the navigation; of two for one address the first that the source can fill is shown. */
  readonly pages: readonly PageDefinition[];
  /** All that the source holds, where that is known: the first page needs no second look. */
  readonly index?: ReportIndex | null;
  /** Language that the file asks for; null leaves it to the reader's browser. */
  readonly language?: Language | null;
}): ReactNode {
  const [client] = useState(() => clientWith(index));
  const [shown] = useState(() =>
    pages.filter(({ needs }) => needs.every((feature) => source.features.has(feature))),
  );
  const [router] = useState(() => createViewerRouter(shown));
  return (
    <MantineProvider theme={THEME} defaultColorScheme="auto" getStyleNonce={styleNonce}>
      <LanguageProvider preferred={language}>
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
