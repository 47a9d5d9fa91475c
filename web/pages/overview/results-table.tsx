import type { ReactNode } from 'react';
import type { Outcome } from '../../../src/domain/episode.js';
import type { RunMetric } from '../../../src/formats/results/run-rates.js';
import type { ReportRate } from '../../../src/report/view/report-summary.js';
import { passHeading } from '../../../src/report/summary/pass-heading.js';
import { percent, percentRange, whole } from '../../../src/report/view/figures.js';
import { Follow } from '../../parts/follow.js';
import { RateBar } from '../../parts/rate-bar.js';
import { Term } from '../../parts/term.js';
import type { RunView } from '../../report/model.js';
import { useReport } from '../../report/use-report.js';
import { useTexts } from '../../texts/language.js';
import { OUTCOME_TEXTS } from '../../texts/outcome-texts.js';
import { REPORT_TEXTS } from '../../texts/report-texts.js';
import { OVERVIEW_TEXTS } from './overview-texts.js';
import { RunsTable, type RunColumn } from './runs-table.js';

const VOID_OUTCOMES: readonly Outcome[] = [
  'model_error',
  'environment_error',
  'user_error',
  'invalid_task',
  'bug',
  'judge_unknown',
];
const COUNTED_OUTCOMES: readonly Outcome[] = ['passed', 'failed', 'agent_error'];

/** What the runs reached, with everything that makes a number believable. */
export function ResultsTable({
  runs,
  mostRows = Infinity,
}: {
  readonly runs: readonly RunView[];
  readonly mostRows?: number;
}): ReactNode {
  const texts = useTexts(OVERVIEW_TEXTS);
  const words = useTexts(REPORT_TEXTS);
  const passes = passHeading(runs.map(({ run }) => run));
  const inDimensions = runs.every(({ run }) => run.inDimensions);
  const main = runs.flatMap(({ run }) => run.summary.main ?? [])[0] ?? null;
  const columns: readonly (RunColumn | false)[] = [
    {
      key: 'success',
      title: inDimensions ? texts.itemsRight : words.success,
      cell: (run) => <SuccessCell run={run} />,
    },
    {
      key: 'chart',
      title: <span className="visually-hidden">{words.chart}</span>,
      className: 'bar-cell',
      cell: ({ run: { summary }, index }) => <RateBar rate={summary.success} run={index} />,
    },
    {
      key: 'n',
      title: <Term name="n" word={words.counted} />,
      cell: (run) => (
        <Follow run={run} filter={{ outcomes: COUNTED_OUTCOMES }}>
          {whole(run.run.summary.success.n)}
        </Follow>
      ),
    },
    {
      key: 'bounds',
      title: <Term name="bounds" word={texts.bounds} />,
      cell: ({ run }) => percentRange(run.summary.success.worst, run.summary.success.best),
    },
    !inDimensions && main !== null && main.average !== 'completion' && mainColumn(main),
    !inDimensions && {
      key: 'completion',
      title: (
        <Term
          name="completion"
          word={main?.average === 'completion' ? `${main.name} (${words.completion})` : words.completion}
        />
      ),
      cell: ({ run }) => <RateText rate={run.summary.completion} />,
    },
    passes !== null && {
      key: 'any',
      title: <Term name="passAny" word={texts.passAny(passes.k)} />,
      cell: ({ run }) => <RateText rate={run.summary.passAny} suffix={passes.suffixOf(run)} />,
    },
    passes !== null && {
      key: 'all',
      title: <Term name="passAll" word={texts.passAll(passes.k)} />,
      cell: ({ run }) => <RateText rate={run.summary.passAll} suffix={passes.suffixOf(run)} />,
    },
    {
      key: 'voided',
      title: <Term name="voided" word={texts.voided} />,
      cell: (run) => <VoidedCell run={run} />,
    },
    { key: 'notRun', title: texts.notRun, cell: (run) => <NotRunCell run={run} /> },
  ];
  return (
    <RunsTable
      label={texts.results}
      runs={runs}
      columns={columns.filter((column) => column !== false)}
      isDescribed
      mostRows={mostRows}
    />
  );
}

/** The benchmark's main metric; where that is completion, completion says so itself. */
function mainColumn({ name }: RunMetric): RunColumn {
  return {
    key: 'main',
    title: <Term name="mainMetric" word={name} />,
    cell: ({ run }) => <RateText rate={run.summary.main} />,
  };
}

function SuccessCell({ run }: { readonly run: RunView }): ReactNode {
  const { notAScore } = useTexts(OVERVIEW_TEXTS);
  const { value, low, high } = run.run.summary.success;
  const text = percent(value);
  return (
    <>
      <Follow run={run} filter={{ outcomes: ['passed'] }}>
        {run.run.inDimensions ? text : <strong className="rate">{text}</strong>}
      </Follow>
      <span className="below">{run.run.inDimensions ? notAScore : percentRange(low, high)}</span>
    </>
  );
}

function NotRunCell({ run }: { readonly run: RunView }): ReactNode {
  const { model } = useReport();
  const text = whole(run.run.summary.notRun);
  const isListed = model.countOf(run, 'not_run') > 0;
  return isListed ? (
    <Follow run={run} filter={{ outcomes: ['not_run'] }}>
      {text}
    </Follow>
  ) : (
    text
  );
}

/** A share with its interval below. */
function RateText({
  rate,
  suffix = '',
}: {
  readonly rate: ReportRate | null;
  readonly suffix?: string;
}): ReactNode {
  if (rate === null || rate.value === null) return `${percent(null)}${suffix}`;
  return (
    <>
      <span>{percent(rate.value)}</span>
      {rate.low !== null && <span className="below">{percentRange(rate.low, rate.high)}</span>}
      {suffix}
    </>
  );
}

/** Voided episodes and whose fault each is. */
function VoidedCell({ run }: { readonly run: RunView }): ReactNode {
  const { model } = useReport();
  const { outcomes } = useTexts(OUTCOME_TEXTS);
  const counts = VOID_OUTCOMES.map((outcome) => ({
    outcome,
    count: model.countOf(run, outcome),
  })).filter(({ count }) => count > 0);
  const all = counts.reduce((sum, { count }) => sum + count, 0);
  if (all === 0) return '0';
  return (
    <>
      <Follow run={run} filter={{ outcomes: VOID_OUTCOMES }}>
        {whole(all)}
      </Follow>
      <span className="below">
        {counts.map(({ outcome, count }) => `${count} ${outcomes[outcome]}`).join(', ')}
      </span>
    </>
  );
}
