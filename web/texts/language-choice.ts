/** Languages of the application. */
export const LANGUAGES = ['en', 'zh'] as const;
export type Language = (typeof LANGUAGES)[number];

/** As HTML names them. */
export const LANGUAGE_TAGS: Readonly<Record<Language, string>> = { en: 'en', zh: 'zh-Hans' };

const KEPT_AS = 'touchstone-language';

/** The reader's own choice, else what is preferred (by a file), else the browser's. */
export function firstLanguage(preferred: Language | null): Language {
  let kept: string | null = null;
  try {
    kept = localStorage.getItem(KEPT_AS);
  } catch {
    // A browser that keeps nothing has no choice to tell.
  }
  const chosen = LANGUAGES.find((language) => language === kept) ?? preferred;
  return chosen ?? (navigator.language.toLowerCase().startsWith('zh') ? 'zh' : 'en');
}

/** Remembers the reader's choice for the next page. */
export function keepLanguage(language: Language): void {
  try {
    localStorage.setItem(KEPT_AS, language);
  } catch {
    // It holds until the page is closed.
  }
}
