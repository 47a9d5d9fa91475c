import type { ReactNode } from 'react';
import { costText, decimal, duration, whole } from '../../../src/report/view/figures.js';
import type { RunView } from '../../report/model.js';
import { useReport } from '../../report/use-report.js';
import { useTexts } from '../../texts/language.js';
import { REPORT_TEXTS } from '../../texts/report-texts.js';
import { OVERVIEW_TEXTS } from './overview-texts.js';
import { RunsTable, type RunColumn } from './runs-table.js';

/** What the runs took: steps, time, and what their models were asked. */
export function EffortTable({ runs }: { readonly runs: readonly RunView[] }): ReactNode {
  const texts = useTexts(OVERVIEW_TEXTS);
  const words = useTexts(REPORT_TEXTS);
  const { model } = useReport();
  const formatErrors = (view: RunView): number =>
    model.episodes.reduce((sum, row) => sum + (row.run === view ? row.formatErrors : 0), 0);
  const asked: readonly RunColumn[] = [
    { key: 'calls', title: texts.calls, cell: ({ run }) => whole(run.summary.calls) },
    { key: 'in', title: texts.tokensIn, cell: ({ run }) => whole(run.summary.inputTokens) },
    { key: 'out', title: texts.tokensOut, cell: ({ run }) => whole(run.summary.outputTokens) },
    { key: 'cost', title: words.cost, cell: ({ run }) => costText(run.summary) },
    { key: 'format', title: texts.formatErrorsCount, cell: (view) => whole(formatErrors(view)) },
  ];
  const columns: readonly RunColumn[] = [
    { key: 'steps', title: texts.meanSteps, cell: ({ run }) => decimal(run.summary.meanSteps) },
    { key: 'time', title: words.time, cell: ({ run }) => duration(run.summary.durationMs) },
    ...(model.hasModels ? asked : []),
  ];
  return (
    <section>
      <h2>{texts.effort}</h2>
      <RunsTable label={texts.effort} runs={runs} columns={columns} />
    </section>
  );
}
