import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { decimal, NO_VALUE, moment, percent, percentRange } from '../../../src/report/view/figures.js';
import type { RunCard } from '../../../src/report/view/run-card.js';
import { Answered } from '../../app/page-state.js';
import { TableFrame } from '../../parts/data-table.js';
import { RateBar } from '../../parts/rate-bar.js';
import { QUERY, useSource } from '../../source/use-source.js';
import { useTexts } from '../../texts/language.js';
import { usePageTitle } from '../../report/page-title.js';
import { SHELL_TEXTS } from '../../app/shell-texts.js';
import type { PageDefinition } from '../page.js';
import { matrixOf, type MatrixCell } from './matrix-cells.js';
import { MATRIX_TEXTS } from './matrix-texts.js';
import { isOfSameData, shortfallOf, type Measure, type Measured } from './measure.js';
import classes from './matrix-page.module.css';

/** Agents by benchmarks: what each came to, by one run per cell. */
export const MATRIX_PAGE: PageDefinition = {
  paths: ['/matrix'],
  needs: ['runs'],
  component: MatrixPage,
  navigation: 'matrix',
};

/** Runs that are compared together at most. */
const MOST_COMPARED = 8;

function MatrixPage(): ReactNode {
  usePageTitle(useTexts(SHELL_TEXTS).matrix);
  const source = useSource();
  const texts = useTexts(MATRIX_TEXTS);
  const query = useQuery({ queryKey: QUERY.runs, queryFn: () => source.runs() });
  return (
    <section className={classes['page']}>
      <h1>{texts.title}</h1>
      <p className={classes['muted']}>{texts.about}</p>
      <Answered query={query}>{(runs) => <MatrixTable runs={runs} />}</Answered>
    </section>
  );
}

function MatrixTable({ runs }: { readonly runs: readonly RunCard[] }): ReactNode {
  const texts = useTexts(MATRIX_TEXTS);
  const { columns, rows, forks } = matrixOf(runs);
  return (
    <>
      {rows.length === 0 ? (
        <p>{texts.none}</p>
      ) : (
        <TableFrame label={texts.title}>
          <thead>
            <tr>
              <th scope="col">{texts.agent}</th>
              {columns.map((measure) => (
                <th key={measure.key} scope="col">
                  <MeasureName measure={measure} />
                </th>
              ))}
            </tr>
          </thead>
          <tbody className={classes['table']}>
            {rows.map(({ measured, cells }) => (
              <tr key={measured.key}>
                <th scope="row" className={classes['agent']}>
                  {measured.agent}
                  <span className={classes['line']}>{measured.models.join(', ')}</span>
                </th>
                {cells.map((cell, column) => {
                  const measure = columns[column];
                  return (
                    <td key={measure?.key} className={classes['cell']}>
                      {cell === null || measure === undefined ? (
                        <span className={classes['line']}>{NO_VALUE}</span>
                      ) : (
                        <Cell cell={cell} measure={measure} measured={measured} />
                      )}
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </TableFrame>
      )}
      {forks > 0 && <p className={classes['muted']}>{texts.forks(forks)}</p>}
    </>
  );
}

/** Benchmark, with everything else that keeps its results apart from others. */
function MeasureName({ measure }: { readonly measure: Measure }): ReactNode {
  const texts = useTexts(MATRIX_TEXTS);
  const { benchmark, version, split, language, mode } = measure;
  const more = [mode, split === 'all' ? null : split, language, texts.version(version)];
  return (
    <>
      {benchmark}
      <span className={classes['line']}>{more.filter((one) => one !== null).join(' · ')}</span>
    </>
  );
}

function Cell({
  cell: { shown, others },
  measure,
  measured,
}: {
  readonly cell: MatrixCell;
  readonly measure: Measure;
  readonly measured: Measured;
}): ReactNode {
  const texts = useTexts(MATRIX_TEXTS);
  const compared = [shown, ...others].slice(0, MOST_COMPARED).map(({ id }) => id);
  return (
    <>
      <RunResult run={shown} isLarge />
      {others.length > 0 && (
        <details>
          <summary>{texts.others(others.length)}</summary>
          <ul>
            {others.map((run) => (
              <li key={run.id}>
                <RunResult run={run} />
                {!isOfSameData(shown, run) && <span className={classes['partial']}>{texts.otherData}</span>}
              </li>
            ))}
          </ul>
          <Link to="/compare" search={{ runs: compared }}>
            {texts.compare}
          </Link>
          {' · '}
          <Link to="/trends" search={{ measure: measure.key, agent: measured.key }}>
            {texts.trend}
          </Link>
        </details>
      )}
    </>
  );
}

function RunResult({
  run,
  isLarge = false,
}: {
  readonly run: RunCard;
  readonly isLarge?: boolean;
}): ReactNode {
  const texts = useTexts(MATRIX_TEXTS);
  const { success, main } = run;
  const value =
    success !== null ? percent(success.value) : main === null ? texts.noResult : decimal(main.value);
  return (
    <>
      <Link
        to="/overview"
        search={{ runs: [run.id] }}
        title={run.id}
        className={isLarge ? classes['rate'] : undefined}
      >
        {value}
      </Link>
      {success === null && main !== null && <span className={classes['line']}>{main.name}</span>}
      {success !== null && (
        <>
          {isLarge && <RateBar rate={success} run={0} />}
          <span className={classes['line']}>{percentRange(success.low, success.high)}</span>
        </>
      )}
      <span className={classes['line']}>
        {texts.episodes(run.judged)}
        {run.startedAt !== null && ` · ${moment(run.startedAt)}`}
      </span>
      <PartialMark run={run} />
    </>
  );
}

/** Says of a run that it is not of the whole benchmark, and how. */
export function PartialMark({ run }: { readonly run: RunCard }): ReactNode {
  const texts = useTexts(MATRIX_TEXTS);
  const { isUnfinished, chosen } = shortfallOf(run);
  if (!isUnfinished && chosen === null) return null;
  const words = [
    isUnfinished ? texts.unfinished(run.finished, run.planned) : null,
    chosen === null ? null : texts.chosen(chosen),
  ];
  return <span className={classes['partial']}>{words.filter((one) => one !== null).join(' · ')}</span>;
}
