import './style/report-components.css';
import './style/index.css';
import { createHashHistory } from '@tanstack/react-router';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { Application } from './app/application.js';
import { createViewerRouter } from './app/router.js';
import { reportPages } from './pages/report-pages.js';
import { Addresses } from './report/addresses.js';
import { carryOver } from './report/carry-over.js';
import { isOverview } from './report/is-overview.js';
import { buildModel } from './report/model.js';
import { ReportSource } from './source/report-source.js';
import { firstLanguage } from './texts/language-choice.js';

start().catch((error: unknown) => {
  const message = error instanceof Error ? error.message : String(error);
  document.body.textContent = `This report cannot be shown: ${message}. Write it again, or use a newer browser.`;
});

async function start(): Promise<void> {
  const root = document.getElementById('app');
  if (root === null) throw new Error('The page has no place for the application');
  const source = new ReportSource(document);
  const index = await source.index();
  // A file of one episode begins with it.
  if (index.episodes.item.length === 1 && location.hash === '') {
    for (const only of buildModel(index).episodes) location.replace(new Addresses([]).episode(only));
  }
  const pages = reportPages(index);
  const router = createViewerRouter(pages, createHashHistory());
  // Its page has been found before the first rows go, so that nothing is empty in between.
  await router.load();
  const rows = root.querySelector<HTMLElement>(
    `[data-first-rows="${document.documentElement.dataset['rowsIn'] ?? ''}"]`,
  );
  const giveBack = rows === null || !isOverview(location.hash) ? null : carryOver(rows);
  const stop = router.subscribe('onRendered', () => {
    stop();
    giveBack?.(root);
  });
  // At once: what a reader does in between would be lost.
  flushSync(() => {
    createRoot(root).render(
      <Application
        source={source}
        pages={pages}
        index={index}
        language={firstLanguage(index.language)}
        loaded={router}
      />,
    );
  });
}
