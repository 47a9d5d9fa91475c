import { REPORT_LANGUAGES, type ReportLanguage } from '../view/report-language.js';
import { element } from './element.js';
import type { ReportModel } from './model.js';
import { keepTheme, readTheme, THEMES, type Theme } from './preferences.js';
import { EVERYTHING, formatRoute, type Route } from './route.js';
import type { Strings } from './strings.js';

const LANGUAGE_NAMES: Readonly<Record<ReportLanguage, string>> = { en: 'English', zh: '中文' };

/** What stays around every page: the way to the others, the switches, the help. */
export interface Shell {
  readonly element: HTMLElement;
  readonly main: HTMLElement;
  /** Marks the page that is open. */
  mark(route: Route): void;
  toggleHelp(): void;
}

export function shell(
  model: ReportModel,
  strings: Strings,
  language: ReportLanguage,
  changeLanguage: (language: ReportLanguage) => void,
): Shell {
  const main = element('main', { id: 'main', tabindex: '-1' });
  const links = [
    { pages: ['overview'], name: strings.overview, route: { page: 'overview' } as Route },
    { pages: ['tasks'], name: strings.tasks, route: { page: 'tasks', query: EVERYTHING } as Route },
    { pages: ['episodes'], name: strings.episodes, route: { page: 'episodes', query: EVERYTHING } as Route },
    ...(model.runs.length > 1
      ? [{ pages: ['compare'], name: strings.compare, route: { page: 'compare' } as Route }]
      : []),
  ].map(({ pages, name, route }) => ({
    pages,
    link: element('a', { href: formatRoute(route) }, name),
  }));
  const help = helpDialog(strings);
  const bar = element(
    'header',
    { class: 'top-bar' },
    element('a', { class: 'skip', href: '#main', onclick: skipTo(main) }, strings.skipToContent),
    element('a', { class: 'brand', href: '#/' }, 'Touchstone'),
    element(
      'nav',
      { 'aria-label': strings.report },
      links.map(({ link }) => link),
    ),
    element('span', { class: 'spring' }),
    element(
      'button',
      {
        type: 'button',
        class: 'button help-button',
        'aria-label': strings.keyboard,
        title: strings.keyboard,
        onclick: () => toggle(help),
      },
      '?',
    ),
    languageSwitch(strings, language, changeLanguage),
    themeSwitch(strings),
  );
  return {
    element: element('div', { class: 'shell' }, bar, main, help),
    main,
    mark(route) {
      for (const { pages, link } of links) {
        if (pages.includes(route.page)) link.setAttribute('aria-current', 'page');
        else link.removeAttribute('aria-current');
      }
    },
    toggleHelp: () => toggle(help),
  };
}

/** Puts a theme on the whole page; `auto` leaves it to the system. */
export function applyTheme(theme: Theme): void {
  if (theme === 'auto') document.documentElement.removeAttribute('data-theme');
  else document.documentElement.setAttribute('data-theme', theme);
}

function languageSwitch(
  strings: Strings,
  language: ReportLanguage,
  change: (language: ReportLanguage) => void,
): HTMLElement {
  const select: HTMLSelectElement = element(
    'select',
    {
      class: 'language',
      'aria-label': strings.language,
      onchange: () => change(REPORT_LANGUAGES.find((one) => one === select.value) ?? 'en'),
    },
    REPORT_LANGUAGES.map((one) =>
      element('option', { value: one, lang: one, selected: one === language }, LANGUAGE_NAMES[one]),
    ),
  );
  return select;
}

function themeSwitch(strings: Strings): HTMLElement {
  const select: HTMLSelectElement = element(
    'select',
    {
      class: 'theme',
      'aria-label': strings.theme,
      onchange: () => {
        const theme = THEMES.find((one) => one === select.value) ?? 'auto';
        keepTheme(theme);
        applyTheme(theme);
      },
    },
    THEMES.map((one) =>
      element('option', { value: one, selected: one === readTheme() }, strings.themes[one]),
    ),
  );
  return select;
}

function helpDialog(strings: Strings): HTMLDialogElement {
  const dialog: HTMLDialogElement = element(
    'dialog',
    { class: 'help-dialog', 'aria-label': strings.keyboard },
    element('h2', {}, strings.keyboard),
    element(
      'dl',
      {},
      strings.shortcuts.map(([keys, meaning]) => [
        element(
          'dt',
          {},
          keys.split(' / ').map((key, index) => [index > 0 && ' ', element('kbd', {}, key)]),
        ),
        element('dd', {}, meaning),
      ]),
    ),
    element('button', { type: 'button', class: 'button', onclick: () => dialog.close() }, strings.close),
  );
  return dialog;
}

function toggle(dialog: HTMLDialogElement): void {
  if (dialog.open) dialog.close();
  else dialog.showModal();
}

/** The address names the page that is open, so this link may not change it. */
function skipTo(main: HTMLElement): (event: Event) => void {
  return (event) => {
    event.preventDefault();
    main.focus();
  };
}
