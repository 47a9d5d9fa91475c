import { Alert, Button, Loader, Stack, Text } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { SourceError } from '../source/viewer-source.js';
import { useTexts } from '../texts/language.js';
import { SHELL_TEXTS } from './shell-texts.js';

/** What a question to the source came to: its answer, that it is on its way, or why there is none. */
export function Answered<T>({
  query,
  children,
}: {
  readonly query: UseQueryResult<T>;
  readonly children: (answer: T) => ReactNode;
}): ReactNode {
  const texts = useTexts(SHELL_TEXTS);
  if (query.data !== undefined) return children(query.data);
  if (query.error !== null) {
    return <Failed error={query.error} onRetry={() => void query.refetch()} />;
  }
  return <Loader aria-label={texts.loading} role="status" />;
}

/** Why something cannot be shown, what to do, and a way to try again. */
export function Failed({
  error,
  onRetry,
}: {
  readonly error: unknown;
  readonly onRetry?: () => void;
}): ReactNode {
  const texts = useTexts(SHELL_TEXTS);
  const known = error instanceof SourceError && error.known !== null ? texts.problems[error.known] : null;
  // Loaded once more, the page asks for the token.
  const isLockedOut = error instanceof SourceError && error.known === 'lockedOut';
  const message = known?.message ?? (error instanceof Error ? error.message : String(error));
  const hint = known?.hint ?? (error instanceof SourceError ? error.hint : null);
  return (
    <Alert color="red" title={texts.failed} role="alert">
      <Stack gap="xs" align="flex-start">
        <Text>{message}</Text>
        {hint !== null && <Text c="dimmed">{hint}</Text>}
        {(isLockedOut || onRetry !== undefined) && (
          <Button variant="default" size="xs" onClick={isLockedOut ? () => location.reload() : onRetry}>
            {isLockedOut ? texts.signIn : texts.retry}
          </Button>
        )}
      </Stack>
    </Alert>
  );
}
