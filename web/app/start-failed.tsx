import { MantineProvider } from '@mantine/core';
import type { ReactNode } from 'react';
import { LanguageProvider } from '../texts/language.js';
import { Failed } from './page-state.js';
import { styleNonce } from './style-nonce.js';
import { THEME } from './theme.js';

/** Why the application could not begin: no server, or none that lets the reader in. */
export function StartFailed({ error }: { readonly error: unknown }): ReactNode {
  return (
    <MantineProvider theme={THEME} defaultColorScheme="auto" getStyleNonce={styleNonce}>
      <LanguageProvider preferred={null}>
        <main>
          <Failed error={error} onRetry={() => location.reload()} />
        </main>
      </LanguageProvider>
    </MantineProvider>
  );
}
