import type { ReactNode } from 'react';
import type { ListKind } from '../../report/addresses.js';
import type { ListQuery, SortColumn } from '../../report/list-query.js';
import { useReport } from '../../report/use-report.js';
import { useTexts } from '../../texts/language.js';
import { REPORT_TEXTS } from '../../texts/report-texts.js';
import { LIST_TEXTS } from './list-texts.js';

interface Heading {
  readonly className: string;
  readonly title: string;
  readonly sort: SortColumn | null;
}

/** The headings of a list; each sorts by its column: up, down, then back to the benchmark's own order. */
export function ListHead({
  kind,
  query,
  onChange,
}: {
  readonly kind: ListKind;
  readonly query: ListQuery;
  readonly onChange: (next: ListQuery) => void;
}): ReactNode {
  const texts = useTexts(LIST_TEXTS);
  const sortBy = (sort: SortColumn): void => {
    if (query.sort !== sort) onChange({ ...query, sort, descending: false });
    else if (!query.descending) onChange({ ...query, descending: true });
    else onChange({ ...query, sort: 'order', descending: false });
  };
  return (
    <div className="row head" role="row" aria-rowindex={1}>
      {useHeadings(kind).map(({ className, title, sort }) => {
        const isSorted = sort !== null && query.sort === sort;
        const direction = query.descending ? 'descending' : 'ascending';
        return (
          <div
            key={className}
            className={`cell ${className}`}
            role="columnheader"
            aria-sort={isSorted ? direction : undefined}
          >
            {sort === null ? (
              title
            ) : (
              <button type="button" className="sort" title={texts.sortBy(title)} onClick={() => sortBy(sort)}>
                {title}
                <span className="arrow" aria-hidden="true">
                  {isSorted && (query.descending ? '↓' : '↑')}
                </span>
              </button>
            )}
          </div>
        );
      })}
    </div>
  );
}

function useHeadings(kind: ListKind): readonly Heading[] {
  const texts = useTexts(LIST_TEXTS);
  const words = useTexts(REPORT_TEXTS);
  const { model } = useReport();
  if (kind === 'tasks') {
    return [
      { className: 'task', title: words.task, sort: 'task' },
      { className: 'strips', title: texts.passedOf, sort: 'passed' },
      { className: 'number steps', title: words.steps, sort: 'steps' },
    ];
  }
  const all: readonly (Heading | false)[] = [
    { className: 'outcome', title: words.outcome, sort: 'outcome' },
    { className: 'task', title: words.task, sort: 'task' },
    model.runs.length > 1 && { className: 'run', title: words.run, sort: 'run' },
    { className: 'number repeat', title: words.repeat, sort: 'repeat' },
    { className: 'number steps', title: words.steps, sort: 'steps' },
    { className: 'number completion', title: words.completion, sort: 'completion' },
    { className: 'number time', title: words.time, sort: 'duration' },
    model.hasModels && { className: 'number tokens', title: words.tokens, sort: 'tokens' },
    model.hasModels && { className: 'number cost', title: words.cost, sort: 'cost' },
    { className: 'why', title: texts.why, sort: null },
  ];
  return all.filter((heading) => heading !== false);
}
