import { NativeSelect } from '@mantine/core';
import type { ReactNode } from 'react';
import { LANGUAGE_NAMES, useLanguage, useTexts } from '../texts/language.js';
import { LANGUAGES } from '../texts/language-choice.js';
import { SHELL_TEXTS } from './shell-texts.js';

/** Lets the reader choose a language, which the browser keeps. */
export function LanguageSwitch(): ReactNode {
  const texts = useTexts(SHELL_TEXTS);
  const { language, choose } = useLanguage();
  return (
    <NativeSelect
      size="xs"
      aria-label={texts.language}
      value={language}
      data={LANGUAGES.map((one) => ({ value: one, label: LANGUAGE_NAMES[one] }))}
      onChange={(event) => choose(LANGUAGES.find((one) => one === event.currentTarget.value) ?? 'en')}
    />
  );
}
