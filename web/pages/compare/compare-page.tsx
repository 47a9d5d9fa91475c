import type { ReactNode } from 'react';
import { formatP, points, pointsRange } from '../../../src/metrics/tables/points.js';
import type { ReportComparison, ReportPartsComparison } from '../../../src/report/view/report-comparison.js';
import { percent, whole } from '../../../src/report/view/figures.js';
import { SHELL_TEXTS } from '../../app/shell-texts.js';
import { DataTable, TableFrame } from '../../parts/data-table.js';
import { Prose } from '../../parts/prose.js';
import { RunBadge, RunName } from '../../parts/run-badge.js';
import { Term, TermOr } from '../../parts/term.js';
import { usePageTitle } from '../../report/page-title.js';
import { useReport, WithReport } from '../../report/use-report.js';
import { useTexts } from '../../texts/language.js';
import { REPORT_TEXTS } from '../../texts/report-texts.js';
import type { PageDefinition } from '../page.js';
import { ChangedTable } from './changed-table.js';
import { COMPARE_TEXTS } from './compare-texts.js';
import { pairText } from './comparison-text.js';
import { DifferenceChart } from './difference-chart.js';
import { pairsOf, type Pair } from './pair.js';
import '../overview/overview.css';
import './compare.css';

/** Every pair of runs that was compared: what may be said, and the tasks that make the difference. */
export const COMPARE_PAGE: PageDefinition = {
  paths: ['/compare'],
  needs: [],
  component: ComparePage,
  navigation: 'compare',
};

function ComparePage(): ReactNode {
  return (
    <WithReport>
      <Comparisons />
    </WithReport>
  );
}

function Comparisons(): ReactNode {
  const texts = useTexts(COMPARE_TEXTS);
  const { compare } = useTexts(SHELL_TEXTS);
  const { model } = useReport();
  const pairs = pairsOf(model, model.index.comparisons);
  const inParts = pairsOf(model, model.index.partComparisons);
  usePageTitle(compare);
  return (
    <article className="report overview">
      <h1>{compare}</h1>
      {pairs.length + inParts.length === 0 && <p className="empty">{texts.noComparison}</p>}
      {pairs.length > 0 && (
        <section>
          <p className="note">{texts.comparisonNote}</p>
          <PairsTable pairs={pairs} />
        </section>
      )}
      {pairs.map((pair, number) => (
        <PairSection key={number} pair={pair} />
      ))}
      {inParts.map((pair, number) => (
        <PartsSection key={number} pair={pair} />
      ))}
      <UncomparedList />
    </article>
  );
}

/** The runs that no comparison is about, and why: a run that was named must not vanish. */
function UncomparedList(): ReactNode {
  const texts = useTexts(COMPARE_TEXTS);
  const { model } = useReport();
  const { uncompared } = model.index;
  return (
    uncompared.length > 0 && (
      <ul className="notes uncompared">
        {uncompared.map(({ run, why }) => {
          const view = model.runs[run];
          return (
            view !== undefined && (
              <li key={run}>
                <RunName run={view} /> {texts.uncompared[why]}
              </li>
            )
          );
        })}
      </ul>
    )
  );
}

function PairsTable({ pairs }: { readonly pairs: readonly Pair<ReportComparison>[] }): ReactNode {
  const texts = useTexts(COMPARE_TEXTS);
  const words = useTexts(REPORT_TEXTS);
  const { compare } = useTexts(SHELL_TEXTS);
  const comparedName = useComparedName();
  // Something else than success was compared, too.
  const hasSeveral = pairs.some(({ comparison }) => comparison.metric !== 'success');
  const heads: readonly ReactNode[] = [
    ...(hasSeveral ? [texts.metric] : []),
    texts.pairedTasks,
    hasSeveral ? texts.value : words.success,
    <Term key="difference" name="points" word={texts.difference} />,
    <span key="chart" className="visually-hidden">
      {words.chart}
    </span>,
    ...['95 %', 'p', 'p (Holm)'].map((word) => <TermOr key={word} text={word} />),
  ];
  return (
    <TableFrame label={compare}>
      <thead>
        <tr>
          <th scope="col" className="left">
            {words.run}
          </th>
          {heads.map((title, column) => (
            <th key={column} scope="col" className="right">
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {pairs.map(({ comparison, left, right }, number) => (
          <tr key={number}>
            <th scope="row" className="right">
              <RunBadge run={left} />
              {' → '}
              <RunBadge run={right} />
            </th>
            {hasSeveral && <td className="right">{comparedName(comparison)}</td>}
            <td className="right">{whole(comparison.tasks)}</td>
            <td className="right">{`${percent(comparison.meanA)} → ${percent(comparison.meanB)}`}</td>
            <td className="right">
              <strong>{points(comparison.difference)}</strong>
            </td>
            <td className="chart-cell">
              <DifferenceChart of={comparison} />
            </td>
            <td className="right">{pointsRange(comparison.interval, texts.to)}</td>
            <td className="right">{formatP(comparison.p)}</td>
            <td className="right">{formatP(comparison.adjustedP)}</td>
          </tr>
        ))}
      </tbody>
    </TableFrame>
  );
}

function PairSection({ pair }: { readonly pair: Pair<ReportComparison> }): ReactNode {
  const texts = useTexts(COMPARE_TEXTS);
  const comparedName = useComparedName();
  const { comparison, left, right } = pair;
  const { finding, meaning, caveats, leftOut, computed } = pairText(
    comparison,
    left.run.label,
    right.run.label,
    texts.comparison,
  );
  return (
    <section className="pair">
      <PairHead pair={pair} metric={comparison.metric === 'success' ? null : comparedName(comparison)} />
      <p className="finding">{finding}</p>
      {meaning !== null && <p className="meaning">{meaning}</p>}
      <p className="note">{[...caveats, ...leftOut].join(' ')}</p>
      {computed.length > 0 && (
        <details className="computed">
          <summary>{texts.howComputed}</summary>
          <ul className="notes">
            {computed.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        </details>
      )}
      <DifferingEntries pair={pair} />
      <ChangedTable pair={pair} />
    </section>
  );
}

/** Runs that measure several things apart: a table of parts whose notes begin with the conclusion. */
function PartsSection({ pair }: { readonly pair: Pair<ReportPartsComparison> }): ReactNode {
  const { partByPart } = useTexts(COMPARE_TEXTS);
  const { table } = pair.comparison;
  const [finding = '', ...notes] = table.notes;
  return (
    <section className="pair parts">
      <PairHead pair={pair} metric={null} />
      <p className="finding">
        <Prose text={finding} />
      </p>
      <DataTable table={{ ...table, title: partByPart, notes }} />
      <DifferingEntries pair={pair} />
      <ChangedTable pair={pair} />
    </section>
  );
}

function PairHead({
  pair: { left, right },
  metric,
}: {
  readonly pair: Pair;
  readonly metric: string | null;
}): ReactNode {
  return (
    <h2>
      <RunName run={left} />
      {' → '}
      <RunName run={right} />
      {metric !== null && <span className="aside">{metric}</span>}
    </h2>
  );
}

function useComparedName(): (comparison: ReportComparison) => string {
  const { success, completion } = useTexts(REPORT_TEXTS);
  return ({ metric, mainMetric }) => (metric === 'success' ? success : (mainMetric?.name ?? completion));
}

/** What was configured differently, folded away. */
function DifferingEntries({ pair: { comparison, left, right } }: { readonly pair: Pair }): ReactNode {
  const { differingEntries } = useTexts(COMPARE_TEXTS);
  const { entry, nothing } = useTexts(REPORT_TEXTS);
  const { differing } = comparison;
  if (differing.length === 0) return null;
  return (
    <details>
      <summary>{`${differingEntries} (${differing.length})`}</summary>
      <TableFrame label={differingEntries}>
        <thead>
          <tr>
            <th scope="col" className="left">
              {entry}
            </th>
            {[left, right].map((run) => (
              <th key={run.index} scope="col" className="left">
                <RunBadge run={run} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {differing.map(([path, ...values]) => (
            <tr key={path}>
              <th scope="row" className="left">
                <code>{path}</code>
              </th>
              {values.map((value, side) => (
                <td key={side} className="value">
                  <code>{value === '' ? nothing : value}</code>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </TableFrame>
    </details>
  );
}
