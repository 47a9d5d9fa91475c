import { NativeSelect, useMantineColorScheme } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTexts } from '../texts/language.js';
import { SHELL_TEXTS } from './shell-texts.js';

const THEMES = ['auto', 'light', 'dark'] as const;

/** Lets the reader choose light or dark, which the browser keeps. */
export function ThemeSwitch(): ReactNode {
  const texts = useTexts(SHELL_TEXTS);
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <NativeSelect
      size="xs"
      aria-label={texts.theme}
      value={colorScheme}
      data={THEMES.map((one) => ({ value: one, label: texts.themes[one] }))}
      onChange={(event) => setColorScheme(THEMES.find((one) => one === event.currentTarget.value) ?? 'auto')}
    />
  );
}
