// Runs in a report file before its first rows are read, long before the application: they are seen in the colours and the language
// that the application will have, and only where they are what it will show.
import { isOverview } from './report/is-overview.js';
import { firstLanguage, LANGUAGES, LANGUAGE_TAGS, type Language } from './texts/language-choice.js';

const CUT_OFF: Readonly<Record<Language, string>> = {
  en: 'This file was cut off. All that can be shown is its beginning: get it once more, or write the report again.',
  zh: '文件不完整，只能显示开头：请重新获取，或重新生成报告。',
};

const page = document.documentElement;
document.querySelector('.in-place-of-script')?.remove();
page.dataset['mantineColorScheme'] = colours();
const asked = LANGUAGES.find((one) => one === page.dataset['language']) ?? null;
const language = firstLanguage(asked);
// A file that asks for a language has no other; another page's first rows come with the application.
const isWritten = isOverview(location.hash) && (asked === null || asked === language);
page.dataset['rowsIn'] = isWritten ? language : '';
if (isWritten) page.lang = LANGUAGE_TAGS[language];

// The address names the page that is open, so the link past the navigation may not change it.
document.addEventListener('click', (event) => {
  const link = event.target instanceof Element ? event.target.closest('a[href="#main"]') : null;
  const main = link?.closest('[data-first-rows]')?.querySelector('main');
  if (main == null) return;
  event.preventDefault();
  main.focus();
});

// The application is read by now. A browser that has just read all of a file would run it before it shows anything.
addEventListener(
  'application',
  () => {
    page.dataset['application'] = '';
    if (isWritten && document.visibilityState === 'visible')
      requestAnimationFrame(() => setTimeout(runApplication));
    else runApplication();
  },
  { once: true },
);

document.addEventListener('DOMContentLoaded', () => {
  if (page.dataset['application'] !== undefined) return;
  const note = document.createElement('p');
  note.className = 'in-place-of-script';
  note.setAttribute('role', 'alert');
  note.textContent = CUT_OFF[language];
  document.body.append(note);
});

function runApplication(): void {
  const script = document.createElement('script');
  script.textContent = document.getElementById('application')?.textContent ?? '';
  document.body.append(script);
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
