import { relative } from 'node:path';
import { plural } from '../../domain/text/plural.js';
import { quoteWord } from '../../domain/text/quote-word.js';
import type { ReportProblem } from '../../report/html/report-data.js';

/** What a report lacks, in one sentence with what to do about it. */
export function reportProblem(problem: ReportProblem, workingDirectory: string): string {
  const { place, message } = problem;
  const shown = place === '' ? '' : relative(workingDirectory, place) || place;
  const words = message ?? wordsOf(problem, shown);
  // A message about a file in the folder names it already.
  return shown === '' || words.startsWith(place) ? words : `${shown}: ${words}`;
}

function wordsOf({ kind, counts }: ReportProblem, shown: string): string {
  const [done = 0, planned = 0] = counts;
  switch (kind) {
    case 'no-episodes':
      return `no episode of ${planned} is done; go on with: touchstone resume ${quoteWord(shown)}`;
    case 'unfinished':
      return `${done} of ${plural(planned, 'episode')} ${done === 1 ? 'is' : 'are'} done; go on with: touchstone resume ${quoteWord(shown)}`;
    case 'unscored':
      return `the run has no scores; make them with: touchstone score ${shown}`;
    case 'pictures':
      return `${plural(done, 'picture')} could not be found`;
    case 'copy':
      return 'this is a copy of a run that is shown already';
    case 'newer':
      return 'a newer Touchstone wrote this run';
    case 'unreadable':
      return 'the run cannot be read';
    case 'damaged':
      return 'part of the run is damaged';
    default:
      return kind satisfies never;
  }
}
