import { createMemoryHistory, type RouterHistory } from '@tanstack/react-router';
import { renderToStaticMarkup } from 'react-dom/server.edge';
import type { ReportIndex } from '../src/report/view/report-index.js';
import { Application } from './app/application.js';
import { createViewerRouter } from './app/router.js';
import { FIRST_ROWS_PAGE } from './pages/overview/first-rows-page.js';
import { OVERVIEW_PAGE } from './pages/overview/overview-page.js';
import { reportPages } from './pages/report-pages.js';
import { stylesInSheet } from './report/styles-in-sheet.js';
import { ReportSource } from './source/report-source.js';
import type { Language } from './texts/language-choice.js';

/** The index is given, and no page that is written asks for more. */
const NO_BLOCKS = new ReportSource({
  readyState: 'complete',
  getElementById: () => null,
  addEventListener: () => undefined,
});

/**
 * What a report file shows before its script runs, as HTML: the application on its first page, as far down as its first results.
 *
 * @param nonce what the page's policy asks of style sheets
 * @throws {Error} where a component fails
 */
export async function renderFirstRows(
  index: ReportIndex,
  { language, nonce }: { readonly language: Language; readonly nonce: string },
): Promise<string> {
  const pages = reportPages(index).map((page) =>
    page.component === OVERVIEW_PAGE.component ? { ...FIRST_ROWS_PAGE, paths: page.paths } : page,
  );
  const router = createViewerRouter(pages, firstAddress());
  await router.load();
  const markup = renderToStaticMarkup(
    <Application
      source={NO_BLOCKS}
      pages={pages}
      index={index}
      language={language}
      loaded={router}
      nonce={nonce}
    />,
    // Every language has its own beside the others.
    { identifierPrefix: language },
  );
  // Where a component fails, its place stays empty without a word.
  if (!markup.includes('<section class="results"')) throw new Error(`no results were written in ${language}`);
  return stylesInSheet(markup, { of: language, nonce });
}

/** Where the application begins; links go behind `#` as it writes them. */
function firstAddress(): RouterHistory {
  const history = createMemoryHistory({ initialEntries: ['/'] });
  return Object.assign(history, { createHref: (path: string) => `#${path}` });
}
