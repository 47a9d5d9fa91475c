import { Progress } from '@mantine/core';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { memo, useCallback, useEffect, useMemo, useRef, useState, type ReactNode, type Ref } from 'react';
import type { RunCard } from '../../../src/report/view/run-card.js';
import {
  costText,
  duration,
  moment,
  NO_VALUE,
  percent,
  percentRange,
} from '../../../src/report/view/figures.js';
import { addressOf } from '../../app/search.js';
import { useTexts } from '../../texts/language.js';
import { RunMenu } from './run-menu.js';
import { RUNS_TEXTS } from './runs-texts.js';
import { rowHeight } from './row-height.js';
import { RunsTableHead } from './runs-table-head.js';
import { RUN_COLUMNS, type RunOrder } from './sort-runs.js';
import type { RunDeed } from './use-run-control.js';
import '../../parts/tables.css';
import classes from './runs-page.module.css';

/** Pixels across of a run's name before the table has been laid out. */
const USUAL_NAME_WIDTH = 280;
/** Rows made beyond either edge. */
const MARGIN = 6;

/** What is done to runs from their rows; null where nothing may be. */
export interface RunsControl {
  readonly onDeed: (deed: RunDeed) => void;
  readonly onNotes: (run: string) => void;
}

/** Runs as a table that keeps only the rows in sight in the document. */
export function RunsTable({
  runs,
  active,
  ticked,
  order,
  control,
  onTick,
  onOrder,
}: {
  readonly runs: readonly RunCard[];
  /** Place of the row that keys act on. */
  readonly active: number;
  readonly ticked: ReadonlySet<string>;
  readonly order: RunOrder;
  readonly control: RunsControl | null;
  readonly onTick: (run: string) => void;
  readonly onOrder: (order: RunOrder) => void;
}): ReactNode {
  const texts = useTexts(RUNS_TEXTS);
  const frame = useRef<HTMLDivElement>(null);
  const [{ top, nameWidth }, setPlace] = useState({ top: 0, nameWidth: USUAL_NAME_WIDTH });
  useEffect(() => {
    const { current } = frame;
    if (current === null) return;
    const name = current.querySelector('thead th + th');
    setPlace({
      top: current.getBoundingClientRect().top + scrollY,
      nameWidth: name?.clientWidth ?? USUAL_NAME_WIDTH,
    });
  }, []);
  // The same as long as the rows are: what is new has all of them placed once more.
  const estimateSize = useCallback((place: number) => rowHeight(runs[place], nameWidth), [runs, nameWidth]);
  const getItemKey = useCallback((place: number) => runs[place]?.id ?? place, [runs]);
  const virtualizer = useWindowVirtualizer({
    count: runs.length,
    estimateSize,
    overscan: MARGIN,
    scrollMargin: top,
    // What stays above the page, and some air below.
    scrollPaddingStart: 64,
    scrollPaddingEnd: 64,
    getItemKey,
    initialRect: { width: innerWidth, height: innerHeight },
  });
  // Rows that have not changed are not drawn again, so what they call stays the same.
  const latest = useRef({ control, onTick, onOrder });
  useEffect(() => {
    latest.current = { control, onTick, onOrder };
  });
  const calls = useMemo<TableCalls>(
    () => ({
      onOrder: (next) => latest.current.onOrder(next),
      onTick: (run) => latest.current.onTick(run),
      onDeed: (deed) => latest.current.control?.onDeed(deed),
      onNotes: (run) => latest.current.control?.onNotes(run),
    }),
    [],
  );
  const wasActive = useRef(active);
  useEffect(() => {
    if (wasActive.current !== active) virtualizer.scrollToIndex(active);
    wasActive.current = active;
  }, [active, virtualizer]);
  const rows = virtualizer.getVirtualItems();
  const above = (rows[0]?.start ?? top) - top;
  const below = virtualizer.getTotalSize() - ((rows.at(-1)?.end ?? top) - top);
  const width = RUN_COLUMNS.length + (control === null ? 1 : 2);
  return (
    <div ref={frame} className="table-frame" role="region" aria-label={texts.title} tabIndex={0}>
      <table className={classes['table']} aria-rowcount={runs.length + 1}>
        <RunsTableHead order={order} hasMenu={control !== null} onOrder={calls.onOrder} />
        <tbody>
          {above > 0 && <Gap height={above} width={width} />}
          {rows.map(({ index, key }) => {
            const run = runs[index];
            return (
              run !== undefined && (
                <RunRow
                  key={String(key)}
                  ref={virtualizer.measureElement}
                  place={index}
                  run={run}
                  isActive={index === active}
                  isTicked={ticked.has(run.id)}
                  hasMenu={control !== null}
                  calls={calls}
                />
              )
            );
          })}
          {below > 0 && <Gap height={below} width={width} />}
        </tbody>
      </table>
    </div>
  );
}

/** Rows that are out of sight. */
function Gap({ height, width }: { readonly height: number; readonly width: number }): ReactNode {
  return (
    <tr aria-hidden="true" className={classes['gap']}>
      <td colSpan={width} style={{ height }} />
    </tr>
  );
}

interface RowCalls extends RunsControl {
  readonly onTick: (run: string) => void;
}

interface TableCalls extends RowCalls {
  readonly onOrder: (order: RunOrder) => void;
}

/** A row is made while people scroll: components of the router and of the library cost more than all the rest of it. */
const RunRow = memo(function RunRow({
  ref,
  place,
  run,
  isActive,
  isTicked,
  hasMenu,
  calls,
}: {
  readonly ref: Ref<HTMLTableRowElement>;
  readonly place: number;
  readonly run: RunCard;
  readonly isActive: boolean;
  readonly isTicked: boolean;
  readonly hasMenu: boolean;
  readonly calls: RowCalls;
}): ReactNode {
  const texts = useTexts(RUNS_TEXTS);
  const isReadable = run.state !== 'unreadable';
  return (
    <tr
      ref={ref}
      data-index={place}
      aria-rowindex={place + 2}
      aria-current={isActive ? 'true' : undefined}
      className={classes['row']}
    >
      <td>
        <input
          type="checkbox"
          className={classes['tick']}
          aria-label={texts.tick(run.id)}
          checked={isTicked}
          disabled={!isReadable}
          onChange={() => calls.onTick(run.id)}
        />
      </td>
      <th scope="row" className={classes['name']}>
        {isReadable ? <a href={addressOf('/overview', { runs: run.id })}>{run.id}</a> : run.id}
        {run.forkOf !== null && (
          <div className={classes['minor']}>
            {texts.forkOf} <a href={addressOf('/', { text: run.forkOf })}>{run.forkOf}</a>
          </div>
        )}
        {[run.problem ?? '', run.tags.join(', '), run.note].map(
          (words, line) =>
            words !== '' && (
              <div key={line} className={`${classes['minor']} ${classes['words']}`}>
                {words}
              </div>
            ),
        )}
      </th>
      <td>
        {run.benchmark}
        <div className={classes['minor']}>{run.mode}</div>
      </td>
      <td>
        {run.agent}
        <div className={classes['minor']}>{run.models.join(', ')}</div>
      </td>
      <td>
        {texts.states[run.state]}
        {run.state === 'running' && run.planned > 0 && (
          <Progress value={(run.finished / run.planned) * 100} aria-label={texts.columns.episodes} />
        )}
        {run.leftMs !== null && <div className={classes['minor']}>{texts.left(duration(run.leftMs))}</div>}
      </td>
      <td className={classes['number']}>
        {percent(run.success?.value ?? null)}
        {run.success !== null && (
          <div className={classes['minor']}>{percentRange(run.success.low, run.success.high)}</div>
        )}
      </td>
      <td className={classes['number']}>
        {run.state === 'unreadable' ? NO_VALUE : `${run.finished} / ${run.planned}`}
        {run.voided > 0 && <div className={classes['minor']}>{texts.voided(run.voided)}</div>}
      </td>
      <td className={classes['number']}>{costText(run)}</td>
      <td className={classes['number']}>{run.startedAt === null ? '' : moment(run.startedAt)}</td>
      {hasMenu && (
        <td>
          <RunMenu run={run} onDeed={calls.onDeed} onNotes={() => calls.onNotes(run.id)} />
        </td>
      )}
    </tr>
  );
});
