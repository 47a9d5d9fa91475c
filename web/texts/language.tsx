import { createContext, useContext, useEffect, useMemo, useState, type ReactNode } from 'react';
import { keepLanguage, LANGUAGE_TAGS, type Language } from './language-choice.js';

/** What languages call themselves. */
export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = { en: 'English', zh: '中文' };

interface LanguageChoice {
  readonly language: Language;
  readonly choose: (language: Language) => void;
}

const LanguageContext = createContext<LanguageChoice>({ language: 'en', choose: () => undefined });

/** Gives everything inside one language, until the reader chooses another. */
export function LanguageProvider({
  first,
  children,
}: {
  readonly first: Language;
  readonly children: ReactNode;
}): ReactNode {
  const [language, setLanguage] = useState(first);
  useEffect(() => {
    document.documentElement.lang = LANGUAGE_TAGS[language];
  }, [language]);
  const choice = useMemo(
    () => ({
      language,
      choose: (next: Language) => {
        keepLanguage(next);
        setLanguage(next);
      },
    }),
    [language],
  );
  return <LanguageContext value={choice}>{children}</LanguageContext>;
}

export function useLanguage(): LanguageChoice {
  return useContext(LanguageContext);
}

/** Texts of one part of the application, in every language. What depends on numbers or names is a function. */
export interface Texts<T> {
  readonly en: T;
  readonly zh: T;
}

/** The same texts in every language: what one lacks does not compile. */
export function defineTexts<T>(en: T, zh: NoInfer<T>): Texts<T> {
  return { en, zh };
}

/** The texts of a part in the reader's language. */
export function useTexts<T>(texts: Texts<T>): T {
  return texts[useLanguage().language];
}
