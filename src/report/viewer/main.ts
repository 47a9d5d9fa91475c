import './style/index.css';
import { openArchive } from './archive.js';
import type { ReportLanguage } from '../view/report-language.js';
import { comparePage } from './compare/compare-page.js';
import { element } from './element.js';
import { episodePage } from './episode/episode-page.js';
import { listPage } from './list/list-page.js';
import { buildModel } from './model.js';
import { overviewPage } from './overview/overview-page.js';
import type { LastList, Page, Viewer } from './page.js';
import { keepLanguage, readLanguage, readTheme } from './preferences.js';
import { formatRoute, parseRoute, type Route } from './route.js';
import { applyTheme, shell } from './shell.js';
import { stringsOf } from './strings.js';

applyTheme(readTheme());
start().catch((error: unknown) => {
  const message = error instanceof Error ? error.message : String(error);
  document.body.replaceChildren(
    element(
      'p',
      { class: 'fatal' },
      `This report cannot be shown: ${message}. Write it again, or use a newer browser.`,
    ),
  );
});

async function start(): Promise<void> {
  const archive = openArchive(document);
  const model = buildModel(await archive.index());
  const list: LastList = { route: { page: 'overview' }, rows: [], active: 0, scrollTop: 0 };
  let open: Page | null = null;
  let frame: ReturnType<typeof shell>;
  let viewer: Viewer;
  /** The place that the page on show stands for; the address is ahead of it until `hashchange` has been answered. */
  let shown = location.hash;

  function draw(language: ReportLanguage): void {
    const strings = stringsOf(language);
    document.documentElement.lang = strings.languageTag;
    frame = shell(model, strings, language, (next) => {
      keepLanguage(next);
      draw(next);
    });
    viewer = {
      model,
      archive,
      strings,
      language,
      list,
      go: (route) => {
        location.hash = formatRoute(route);
      },
      note: (route) => {
        // A page that is being left must not call the reader back to it.
        if (location.hash !== shown) return;
        const hash = formatRoute(route);
        if (hash !== shown) history.replaceState(null, '', hash);
        shown = location.hash;
      },
    };
    open?.dispose?.();
    open = null;
    document.getElementById('app')?.replaceChildren(frame.element);
    show();
  }

  function show(): void {
    shown = location.hash;
    const route = parseRoute(shown);
    if (open?.accepts?.(route) === true) return;
    open?.dispose?.();
    open = pageOf(viewer, route);
    frame.mark(route);
    frame.main.className = route.page;
    frame.main.replaceChildren(open.element);
    document.title = `${open.title} · Touchstone`;
    scrollTo(0, 0);
    // Whoever reads by ear hears the new page begin; a list takes the focus itself.
    frame.main.focus({ preventScroll: true });
    open.mounted?.();
  }

  addEventListener('hashchange', show);
  addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (document.querySelector('dialog[open]') !== null) return;
    const isTyping = event.target instanceof HTMLInputElement;
    if (event.key === '?' && !isTyping) frame.toggleHelp();
    else if (open?.onKey?.(event) !== true) return;
    event.preventDefault();
  });
  draw(readLanguage(model.index.language));
}

function pageOf(viewer: Viewer, route: Route): Page {
  switch (route.page) {
    case 'overview':
      return overviewPage(viewer);
    case 'compare':
      return comparePage(viewer);
    case 'tasks':
    case 'episodes':
      return listPage(viewer, route);
    case 'episode':
      return episodePage(viewer, route);
    default:
      return route satisfies never;
  }
}
