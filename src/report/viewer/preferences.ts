import { REPORT_LANGUAGES, type ReportLanguage } from '../view/report-language.js';

export const THEMES = ['auto', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

/** What the reader chose, kept by the browser where it lets a page from disk keep anything. */
export function readTheme(): Theme {
  const kept = read('touchstone-theme');
  return THEMES.find((theme) => theme === kept) ?? 'auto';
}

export function keepTheme(theme: Theme): void {
  keep('touchstone-theme', theme);
}

/** The reader's own choice, else the report's, else the browser's language. */
export function readLanguage(ofReport: ReportLanguage | null): ReportLanguage {
  const kept = read('touchstone-language');
  const chosen = REPORT_LANGUAGES.find((language) => language === kept) ?? ofReport;
  return chosen ?? (navigator.language.toLowerCase().startsWith('zh') ? 'zh' : 'en');
}

export function keepLanguage(language: ReportLanguage): void {
  keep('touchstone-language', language);
}

function read(name: string): string | null {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

function keep(name: string, value: string): void {
  try {
    localStorage.setItem(name, value);
  } catch {
    // A browser that keeps nothing still shows what was chosen, until the page is closed.
  }
}
