import { Alert, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { SourceError } from '../source/viewer-source.js';
import { useTexts } from '../texts/language.js';
import { PART_TEXTS } from './part-texts.js';

/** Why the server did not do what it was asked, in its words, at the place where it was asked. */
export function Refusal({
  error,
  onClose,
}: {
  readonly error: Error | null;
  readonly onClose?: () => void;
}): ReactNode {
  const texts = useTexts(PART_TEXTS);
  if (error === null) return null;
  const hint = error instanceof SourceError ? error.hint : null;
  return (
    <Alert
      color="red"
      role="alert"
      withCloseButton={onClose !== undefined}
      closeButtonLabel={texts.close}
      onClose={onClose}
    >
      <Text>{error.message}</Text>
      {hint !== null && <Text c="dimmed">{hint}</Text>}
    </Alert>
  );
}
