import type { ReportIndex } from '../view/report-index.js';
import { REPORT_LANGUAGES } from '../view/report-language.js';
import type { ViewerAssets } from './viewer-assets.js';

/**
 * What a report shows while its application is still being read, in every language that it may begin in: those are seen
 * whose language the page says (`data-rows-in`). Empty for a file of one episode, which begins with the episode.
 *
 * @param nonce what the page's policy asks of style sheets
 */
export async function writeFirstRows(
  { renderFirstRows }: Pick<ViewerAssets, 'renderFirstRows'>,
  index: ReportIndex,
  nonce: string,
): Promise<string> {
  if (index.episodes.item.length === 1) return '';
  const languages = index.language === null ? REPORT_LANGUAGES : [index.language];
  const written = languages.map(
    async (language) =>
      `<div data-first-rows="${language}">${await renderFirstRows(index, { language, nonce })}</div>`,
  );
  return (await Promise.all(written)).join('\n');
}
