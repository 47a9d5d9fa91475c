import { MantineProvider } from '@mantine/core';
import type { ReactNode } from 'react';
import { SourceError } from '../source/viewer-source.js';
import { LanguageProvider } from '../texts/language.js';
import { firstLanguage } from '../texts/language-choice.js';
import { Failed } from './page-state.js';
import { SignIn } from './sign-in.js';
import { styleNonce } from './style-nonce.js';
import { THEME } from './theme.js';

/** Why the application could not begin: no server, or none that lets the reader in without a token. */
export function StartFailed({ error }: { readonly error: unknown }): ReactNode {
  return (
    <MantineProvider theme={THEME} defaultColorScheme="auto" getStyleNonce={styleNonce}>
      <LanguageProvider first={firstLanguage(null)}>
        <main>
          {error instanceof SourceError && isForToken(error) ? (
            <SignIn problem={error.known === 'lockedOut' ? null : error} />
          ) : (
            <Failed error={error} onRetry={() => location.reload()} />
          )}
        </main>
      </LanguageProvider>
    </MantineProvider>
  );
}

function isForToken({ known }: SourceError): boolean {
  return known === 'lockedOut' || known === 'wrongToken' || known === 'tooManyTokens';
}
