import type { ReportIndex } from '../view/report-index.js';
import { REPORT_LANGUAGES } from '../view/report-language.js';
import type { ViewerAssets } from './viewer-assets.js';

/**
 * What a report shows while its application is still being read, in every language that it may begin in: those after the first
 * are out of sight until the page's start script takes one. Empty for a file of one episode, which begins with the episode.
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
  const written = languages.map(async (language, place) => {
    const rows = `<div data-first-rows="${language}">${await renderFirstRows(index, { language, nonce })}</div>`;
    return place === 0 ? rows : `<template data-language="${language}">${rows}</template>`;
  });
  return (await Promise.all(written)).join('\n');
}
