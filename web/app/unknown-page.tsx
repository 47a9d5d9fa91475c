import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTexts } from '../texts/language.js';
import { SHELL_TEXTS } from './shell-texts.js';

export function UnknownPage(): ReactNode {
  return <Text>{useTexts(SHELL_TEXTS).unknownPage}</Text>;
}
