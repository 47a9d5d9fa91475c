import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { styleNonce } from '../app/style-nonce.js';
import { THEME } from '../app/theme.js';
import { LanguageProvider } from '../texts/language.js';
import { firstLanguage } from '../texts/language-choice.js';
import type { PhoneClient } from './phone-client.js';
import { PhonesPage } from './phones-page.js';

/** The page of served phones, in the look of the viewer. */
export function PhonesApplication({ client }: { readonly client: PhoneClient }): ReactNode {
  const [queries] = useState(
    () => new QueryClient({ defaultOptions: { queries: { refetchOnWindowFocus: false, retry: false } } }),
  );
  return (
    <MantineProvider theme={THEME} defaultColorScheme="auto" getStyleNonce={styleNonce}>
      <LanguageProvider first={firstLanguage(null)}>
        <QueryClientProvider client={queries}>
          <PhonesPage client={client} />
        </QueryClientProvider>
      </LanguageProvider>
    </MantineProvider>
  );
}
