import { basename, dirname, relative, resolve, sep } from 'node:path';
import { withoutFolders } from '../without-folders.js';
import type { ReportProblem } from '../view/report-problem.js';

/**
 * A problem as the report itself shows it. Who opens the file elsewhere knows nothing of the writer's folders: a place in the
 * report's own folder is named from there, any other by its last name.
 */
export function shownProblem(problem: ReportProblem, report: string): ReportProblem {
  const { place, message, hint } = problem;
  const shown = place === '' ? '' : shownPlace(place, report);
  const shortened = (text: string | null): string | null =>
    text === null ? null : withoutFolders(place === '' ? text : text.replaceAll(place, shown));
  return { ...problem, place: shown, message: shortened(message), hint: shortened(hint) };
}

function shownPlace(place: string, report: string): string {
  const path = relative(dirname(resolve(report)), resolve(place));
  const isInside = path !== '' && !path.startsWith('..') && path !== resolve(place);
  return isInside ? path.split(sep).join('/') : basename(place);
}
