// Runs in a report file before its first rows are read, long before the application: they are seen in the colours and the language
// that the application will have, and only where they are what it will show.
import { firstLanguage, LANGUAGES, LANGUAGE_TAGS } from './texts/language-choice.js';

const page = document.documentElement;
document.querySelector('.no-script')?.remove();
page.dataset['mantineColorScheme'] = colours();
const asked = LANGUAGES.find((one) => one === page.dataset['language']) ?? null;
const language = firstLanguage(asked);
const isOverview = /^#?(?:\/|\/overview)?(?:\?|$)/.test(location.hash);
// A file that asks for a language has no other; another page's first rows come with the application.
const isWritten = isOverview && (asked === null || asked === language);
page.dataset['rowsIn'] = isWritten ? language : '';
if (isWritten) page.lang = LANGUAGE_TAGS[language];

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
