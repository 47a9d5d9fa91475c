import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { SourceProvider } from '../source/use-source.js';
import type { ViewerSource } from '../source/viewer-source.js';
import { LanguageProvider, type Language } from '../texts/language.js';
import { createViewerRouter } from './router.js';
import { ShortcutProvider } from './shortcuts.js';
import { styleNonce } from './style-nonce.js';
import { THEME } from './theme.js';

/** The whole application over one source. */
export function Application({
  source,
  language = null,
}: {
  readonly source: ViewerSource;
  /** Language that the file asks for; null leaves it to the reader's browser. */
  readonly language?: Language | null;
}): ReactNode {
  const [client] = useState(
    () =>
      new QueryClient({
        // What changes is told by events; asking again each time a window comes to the front would only cost.
        defaultOptions: { queries: { staleTime: Infinity, refetchOnWindowFocus: false, retry: false } },
      }),
  );
  const [router] = useState(() => createViewerRouter(source.features));
  return (
    <MantineProvider theme={THEME} defaultColorScheme="auto" getStyleNonce={styleNonce}>
      <LanguageProvider preferred={language}>
        <QueryClientProvider client={client}>
          <SourceProvider source={source}>
            <ShortcutProvider>
              <RouterProvider router={router} />
            </ShortcutProvider>
          </SourceProvider>
        </QueryClientProvider>
      </LanguageProvider>
    </MantineProvider>
  );
}
