import type { ReportVerdict } from '../../view/report-verdict.js';
import type { NamedScore } from '../../../domain/score.js';
import { element, type Child } from '../element.js';
import { dollars, duration, percent, whole } from '../../view/figures.js';
import type { EpisodeRow } from '../model.js';
import { outcomeBadge } from '../parts/outcome-mark.js';
import { reasonName } from '../reason-name.js';
import type { Strings } from '../strings.js';
import { milestoneResults } from './milestone-results.js';

/** What the episode came to, why, and whose fault it was. `linkTo` gives the address of a step, counted from 0. */
export function verdictCard(
  row: EpisodeRow,
  verdict: ReportVerdict | null,
  other: ReportVerdict | null,
  strings: Strings,
  linkTo: (step: number) => string,
): HTMLElement {
  const end = verdict?.end ?? null;
  return element(
    'section',
    { class: `verdict ${row.outcome}` },
    element(
      'p',
      { class: 'outcome-line' },
      outcomeBadge(row.outcome, strings),
      element(
        'span',
        { class: 'muted' },
        row.reason === null ? strings.noEnd : reasonName(strings, row.reason),
      ),
      row.completion !== null &&
        element('span', { class: 'muted' }, `${strings.completion} ${percent(row.completion)}`),
      facts(row, strings).map((fact) => element('span', { class: 'muted' }, fact)),
    ),
    end?.fault !== undefined &&
      element(
        'dl',
        { class: 'failure' },
        element('dt', {}, strings.owner),
        element('dd', {}, strings.owners[end.fault] ?? end.fault),
        end.message !== undefined && [element('dt', {}, strings.message), element('dd', {}, end.message)],
        end.code !== undefined && [
          element('dt', {}, 'code'),
          element('dd', {}, element('code', {}, end.code)),
        ],
      ),
    verdict !== null && scores(verdict.scores, strings, linkTo),
    other !== null &&
      element(
        'details',
        { open: row.otherMode !== null },
        element(
          'summary',
          {},
          strings.otherVerdict(
            strings.modes[other.mode],
            strings.outcomes[other.success === null ? 'judge_unknown' : other.success ? 'passed' : 'failed'],
          ),
          row.otherMode !== null && ` (${strings.onlyDiffering})`,
        ),
        scores(other.scores, strings, linkTo),
      ),
  );
}

/** What the episode took. */
function facts(row: EpisodeRow, strings: Strings): readonly string[] {
  return [
    `${strings.steps} ${row.steps}`,
    duration(row.durationMs),
    ...(row.tokens === null ? [] : [`${strings.tokens} ${whole(row.tokens)}`]),
    ...(row.costUsd === null ? [] : [dollars(row.costUsd)]),
    ...(row.formatErrors === 0 ? [] : [`${strings.formatErrorsCount} ${row.formatErrors}`]),
    ...(row.attempts > 1 ? [strings.attempts(row.attempts)] : []),
  ];
}

function scores(named: readonly NamedScore[], strings: Strings, linkTo: (step: number) => string): Child {
  if (named.length === 0) return null;
  return element(
    'ul',
    { class: 'scores' },
    named.map(({ evaluator, score }) =>
      element(
        'li',
        {},
        element('strong', { title: evaluator }, strings.evaluators[evaluator] ?? evaluator),
        score.status === 'scored'
          ? [
              element('span', { class: 'value' }, percent(score.value)),
              element('span', {}, score.explanation),
              milestones(score.details, strings, linkTo),
            ]
          : element('span', { class: 'muted' }, score.reason),
      ),
    ),
  );
}

function milestones(details: unknown, strings: Strings, linkTo: (step: number) => string): Child {
  const found = milestoneResults(details);
  if (found.length === 0) return null;
  return element(
    'ol',
    { class: 'milestones', 'aria-label': strings.milestones },
    found.map(({ title, abilities, step }) =>
      element(
        'li',
        { class: step === null ? 'missed' : 'reached' },
        element('span', { class: 'tick', 'aria-hidden': 'true' }, step === null ? '○' : '●'),
        element('span', {}, title),
        abilities.map((ability) => element('span', { class: 'tag' }, ability)),
        step === null
          ? element('span', { class: 'muted' }, strings.notReached)
          : element('a', { href: linkTo(step) }, strings.reachedAt(step + 1)),
      ),
    ),
  );
}
