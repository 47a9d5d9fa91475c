// Runs in a report file once its first rows have been read, long before the application: in the colours and the language that
// the application will have, and only where they are what it will show.
import { LANGUAGES, LANGUAGE_TAGS, firstLanguage } from './texts/language-choice.js';

document.querySelector('.no-script')?.remove();
const app = document.getElementById('app');
if (app !== null) {
  document.documentElement.setAttribute('data-mantine-color-scheme', colours());
  const language = firstLanguage(LANGUAGES.find((one) => one === app.dataset['language']) ?? null);
  const others = [...app.querySelectorAll('template')];
  const wanted = others.find(({ dataset }) => dataset['language'] === language);
  const shown = app.querySelector<HTMLElement>('[data-first-rows]');
  if (!/^#?(?:\/|\/overview)?(?:\?|$)/.test(location.hash)) {
    // Another page: its own first rows come with the application.
    app.replaceChildren();
  } else if (wanted !== undefined) {
    app.replaceChildren(wanted.content);
    document.documentElement.lang = LANGUAGE_TAGS[language];
  } else if (shown?.dataset['firstRows'] !== language) {
    // In the words of a language that the reader did not choose.
    app.replaceChildren();
  }
}

/** Where Mantine keeps the reader's choice; else as the system has it. */
function colours(): 'light' | 'dark' {
  let kept: string | null = null;
  try {
    kept = localStorage.getItem('mantine-color-scheme-value');
  } catch {
    // A browser that keeps nothing has no choice to tell.
  }
  if (kept === 'light' || kept === 'dark') return kept;
  return matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
}
