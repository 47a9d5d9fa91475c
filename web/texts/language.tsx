import { createContext, useContext, useEffect, useMemo, useState, type ReactNode } from 'react';

export const LANGUAGES = ['en', 'zh'] as const;
export type Language = (typeof LANGUAGES)[number];

/** What languages call themselves. */
export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = { en: 'English', zh: '中文' };

const TAGS: Readonly<Record<Language, string>> = { en: 'en', zh: 'zh-Hans' };
const KEPT_AS = 'touchstone-language';

interface LanguageChoice {
  readonly language: Language;
  readonly choose: (language: Language) => void;
}

const LanguageContext = createContext<LanguageChoice>({ language: 'en', choose: () => undefined });

/** Gives everything inside one language: the reader's own choice, else that of the file, else the browser's. */
export function LanguageProvider({
  preferred,
  children,
}: {
  readonly preferred: Language | null;
  readonly children: ReactNode;
}): ReactNode {
  const [language, setLanguage] = useState(() => firstLanguage(preferred));
  useEffect(() => {
    document.documentElement.lang = TAGS[language];
  }, [language]);
  const choice = useMemo(
    () => ({
      language,
      choose: (next: Language) => {
        keep(next);
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

function firstLanguage(preferred: Language | null): Language {
  let kept: string | null = null;
  try {
    kept = localStorage.getItem(KEPT_AS);
  } catch {
    // A browser that keeps nothing has no choice to tell.
  }
  const chosen = LANGUAGES.find((language) => language === kept) ?? preferred;
  return chosen ?? (navigator.language.toLowerCase().startsWith('zh') ? 'zh' : 'en');
}

function keep(language: Language): void {
  try {
    localStorage.setItem(KEPT_AS, language);
  } catch {
    // It holds until the page is closed.
  }
}
