import { MantineProvider } from '@mantine/core';
import type { ReactNode } from 'react';
import { SourceError } from '../source/viewer-source.js';
import { LanguageProvider } from '../texts/language.js';
import { Failed } from './page-state.js';
import { styleNonce } from './style-nonce.js';
import { THEME } from './theme.js';

/** Why the application could not begin: no server, or none that lets the reader in. */
export function StartFailed({ error }: { readonly error: unknown }): ReactNode {
  const isLockedOut = error instanceof SourceError && error.status === 401;
  const shown = isLockedOut
    ? new SourceError(error.message, {
        status: error.status,
        hint: 'Open the address that `touchstone view` printed, with #token=… behind it.',
      })
    : error;
  return (
    <MantineProvider theme={THEME} defaultColorScheme="auto" getStyleNonce={styleNonce}>
      <LanguageProvider preferred={null}>
        <main>
          <Failed error={shown} onRetry={() => location.reload()} />
        </main>
      </LanguageProvider>
    </MantineProvider>
  );
}
