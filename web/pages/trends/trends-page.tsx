import { Group, NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { decimal, moment, percent, percentRange } from '../../../src/report/view/figures.js';
import type { RunCard } from '../../../src/report/view/run-card.js';
import { Answered } from '../../app/page-state.js';
import { textsOf, type Search } from '../../app/search.js';
import { TableFrame } from '../../parts/data-table.js';
import { QUERY, useSource } from '../../source/use-source.js';
import { useTexts } from '../../texts/language.js';
import { PartialMark } from '../matrix/matrix-page.js';
import { usePageTitle } from '../../report/page-title.js';
import { SHELL_TEXTS } from '../../app/shell-texts.js';
import type { PageDefinition } from '../page.js';
import { TrendChart } from './trend-chart.js';
import {
  figureOf,
  figuresOf,
  trendsOf,
  type IdentityChange,
  type Trend,
  type TrendFigure,
} from './trend-points.js';
import { TRENDS_TEXTS } from './trends-texts.js';
import classes from './trends-page.module.css';

/** How one agent does at one benchmark over time, and what was changed between its runs. */
export const TRENDS_PAGE: PageDefinition = {
  paths: ['/trends'],
  needs: ['runs'],
  component: TrendsPage,
  navigation: 'trends',
};

function TrendsPage(): ReactNode {
  usePageTitle(useTexts(SHELL_TEXTS).trends);
  const source = useSource();
  const texts = useTexts(TRENDS_TEXTS);
  const query = useQuery({ queryKey: QUERY.runs, queryFn: () => source.runs() });
  return (
    <section className={classes['page']}>
      <h1>{texts.title}</h1>
      <p className={classes['muted']}>{texts.about}</p>
      <Answered query={query}>{(runs) => <ChosenTrend runs={runs} />}</Answered>
    </section>
  );
}

function ChosenTrend({ runs }: { readonly runs: readonly RunCard[] }): ReactNode {
  const texts = useTexts(TRENDS_TEXTS);
  const navigate = useNavigate();
  const search: Search = useSearch({ strict: false });
  const trends = trendsOf(runs);
  const [measure] = textsOf(search, 'measure');
  const [agent] = textsOf(search, 'agent');
  const ofMeasure = trends.filter((trend) => trend.measure.key === measure);
  const shown = ofMeasure.find((trend) => trend.measured.key === agent) ?? ofMeasure[0] ?? trends[0];
  if (shown === undefined) return <p>{texts.none}</p>;
  const put = (next: Search): void => {
    void navigate({ to: '/trends', search: { ...search, ...next }, replace: true });
  };
  const figures = figuresOf(shown);
  const [wanted] = textsOf(search, 'figure');
  const figure = figures.find((one) => one === wanted) ?? figures[0] ?? 'success';
  const agents = trends.filter((trend) => trend.measure.key === shown.measure.key);
  return (
    <>
      <Group>
        <NativeSelect
          label={texts.benchmark}
          value={shown.measure.key}
          data={unique(trends, ({ measure: one }) => ({ value: one.key, label: measureText(one) }))}
          onChange={(event) => put({ measure: event.currentTarget.value })}
        />
        <NativeSelect
          label={texts.agent}
          value={shown.measured.key}
          data={unique(agents, ({ measured }) => ({
            value: measured.key,
            label: [measured.agent, ...measured.models].join(' · '),
          }))}
          onChange={(event) => put({ measure: shown.measure.key, agent: event.currentTarget.value })}
        />
        {figures.length > 1 && (
          <NativeSelect
            label={texts.figure}
            value={figure}
            data={figures.map((one) => ({ value: one, label: texts.figures[one] }))}
            onChange={(event) => put({ figure: event.currentTarget.value })}
          />
        )}
      </Group>
      <TrendChart
        points={shown.points}
        figure={figure}
        label={texts.chart(
          texts.figures[figure],
          measureText(shown.measure),
          shown.measured.agent,
          shown.points.length,
        )}
      />
      <TrendTable trend={shown} figure={figure} />
    </>
  );
}

function TrendTable({ trend, figure }: { readonly trend: Trend; readonly figure: TrendFigure }): ReactNode {
  const texts = useTexts(TRENDS_TEXTS);
  return (
    <TableFrame label={texts.title}>
      <thead>
        <tr>
          {[
            texts.started,
            texts.run,
            texts.figures[figure],
            texts.interval,
            texts.episodes,
            texts.changes,
          ].map((title) => (
            <th key={title} scope="col">
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className={classes['table']}>
        {trend.points.toReversed().map(({ run, changes }) => (
          <tr key={run.id}>
            <td className={classes['number']}>{run.startedAt === null ? '' : moment(run.startedAt)}</td>
            <th scope="row">
              <Link to="/overview" search={{ runs: [run.id] }}>
                {run.id}
              </Link>
              <PartialMark run={run} />
            </th>
            <td className={classes['number']}>
              <FigureWords run={run} figure={figure} />
            </td>
            <td className={classes['number']}>
              {figure === 'success' &&
                run.success !== null &&
                percentRange(run.success.low, run.success.high)}
            </td>
            <td className={classes['number']}>{run.judged}</td>
            <td className={classes['changes']}>{changes.length > 0 && <Changes changes={changes} />}</td>
          </tr>
        ))}
      </tbody>
    </TableFrame>
  );
}

function FigureWords({ run, figure }: { readonly run: RunCard; readonly figure: TrendFigure }): ReactNode {
  const texts = useTexts(TRENDS_TEXTS);
  const own = figureOf(run, figure);
  if (own === null) return texts.noResult;
  return own.name === null ? percent(own.value) : `${own.name} ${decimal(own.value)}`;
}

function Changes({ changes }: { readonly changes: readonly IdentityChange[] }): ReactNode {
  const texts = useTexts(TRENDS_TEXTS);
  return (
    <details>
      <summary>{texts.changed(changes.length)}</summary>
      <dl>
        {changes.map(({ path, before, after }) => (
          <div key={path}>
            <dt>{path}</dt>
            <dd>
              {before ?? texts.absent} → {after ?? texts.absent}
            </dd>
          </div>
        ))}
      </dl>
    </details>
  );
}

function measureText({ benchmark, split, language, mode, version }: Trend['measure']): string {
  const more = [mode, split === 'all' ? null : split, language, version];
  return [benchmark, ...more.filter((one) => one !== null)].join(' · ');
}

/** Choices, each once, in the order of the alphabet. */
function unique(
  trends: readonly Trend[],
  choice: (trend: Trend) => { readonly value: string; readonly label: string },
): { value: string; label: string }[] {
  const found = new Map(trends.map(choice).map((one) => [one.value, one]));
  return [...found.values()].toSorted((a, b) => a.label.localeCompare(b.label));
}
