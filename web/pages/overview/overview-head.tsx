import type { ReactNode } from 'react';
import { moment, whole } from '../../../src/report/view/figures.js';
import { DataTable } from '../../parts/data-table.js';
import { useReport } from '../../report/use-report.js';
import { useTexts } from '../../texts/language.js';
import { REPORT_TEXTS } from '../../texts/report-texts.js';
import { OVERVIEW_TEXTS } from './overview-texts.js';
import { ProblemList } from './problem-list.js';

/** What was run, what is wrong with it, and of runs on several splits each split and the averages. */
export function OverviewHead(): ReactNode {
  const texts = useTexts(OVERVIEW_TEXTS);
  const words = useTexts(REPORT_TEXTS);
  const { model } = useReport();
  const { index } = model;
  const title = index.title ?? [...new Set(index.runs.map(({ benchmark }) => benchmark))].join(', ');
  return (
    <>
      <header className="title">
        <h1>{title === '' ? texts.report : title}</h1>
        <p className="note">
          {[
            words.runCount(model.runs.length),
            words.taskCount(whole(model.tasks.length)),
            words.episodeCount(whole(model.episodes.length)),
            texts.writtenBy(index.touchstone, moment(index.writtenAt)),
          ].join(' · ')}
        </p>
      </header>
      <ProblemList problems={[...index.problems, ...index.runs.flatMap(({ problems }) => problems)]} />
      {index.splits.map((table, number) => (
        <section key={number} className="results">
          <DataTable table={table} />
        </section>
      ))}
    </>
  );
}
