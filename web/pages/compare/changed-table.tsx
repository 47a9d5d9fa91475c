import { useMemo, useState, type ReactNode } from 'react';
import type { ChangedItem, ChangedScores } from '../../../src/report/view/report-comparison.js';
import { percent, whole } from '../../../src/report/view/figures.js';
import { TableFrame } from '../../parts/data-table.js';
import { RunBadge } from '../../parts/run-badge.js';
import { instructionText } from '../../report/instruction-text.js';
import type { EpisodeRow, RunView } from '../../report/model.js';
import { firstToSee } from '../../report/select-rows.js';
import { useReport } from '../../report/use-report.js';
import { useLanguage, useTexts } from '../../texts/language.js';
import { REPORT_TEXTS } from '../../texts/report-texts.js';
import { AlignLink } from '../align/align-link.js';
import type { EpisodeKey } from '../episode/parts/episode-context.js';
import { COMPARE_TEXTS } from './compare-texts.js';
import type { Pair } from './pair.js';
import { telling } from './part-ways.js';
import { PartingCell, Queue } from './parting-cell.js';

/** Changed tasks of one comparison that are listed. */
const MOST_CHANGED = 100;

/** The tasks that make the difference, and where attempts at each of them part ways. */
export function ChangedTable({ pair }: { readonly pair: Pair }): ReactNode {
  const texts = useTexts(COMPARE_TEXTS);
  const words = useTexts(REPORT_TEXTS);
  const { changed, tasks, metric = 'success' } = pair.comparison;
  const [queue] = useState(() => new Queue());
  const { model } = useReport();
  const attempts = useAttempts(pair);
  if (changed.length === 0) return null;
  const flipped = changed.filter((task) => task.flipped).length;
  return (
    <figure className="data-table changed">
      <figcaption>{texts.changedTasks}</figcaption>
      <p className="note">{texts.changedNote(whole(flipped), whole(changed.length), whole(tasks))}</p>
      <TableFrame label={texts.changedTasks}>
        <thead>
          <tr>
            <th scope="col">{words.task}</th>
            {[pair.left, pair.right].map((run) => (
              <th key={run.index} scope="col" className="right">
                <RunBadge run={run} />
              </th>
            ))}
            <th scope="col" className="left">
              {texts.change}
            </th>
            <th scope="col" className="left">
              {texts.firstDifference}
            </th>
          </tr>
        </thead>
        <tbody>
          {changed.slice(0, MOST_CHANGED).map((task) => (
            <ChangedRow
              key={task.item}
              task={task}
              isSuccess={metric === 'success'}
              attempts={attempts(task.item)}
              others={model.runs.length > 2 ? model.runs.filter((run) => !isOf(pair, run)) : []}
              queue={queue}
            />
          ))}
        </tbody>
      </TableFrame>
      {changed.length > MOST_CHANGED && (
        <p className="note">{texts.moreChanged(whole(changed.length - MOST_CHANGED))}</p>
      )}
    </figure>
  );
}

function ChangedRow({
  task: { item, left, right, difference, flipped },
  isSuccess,
  attempts,
  others,
  queue,
}: {
  readonly task: ChangedItem;
  readonly isSuccess: boolean;
  readonly attempts: readonly [EpisodeRow, EpisodeRow] | null;
  /** Runs that the pair is not of. */
  readonly others: readonly RunView[];
  readonly queue: Queue;
}): ReactNode {
  const texts = useTexts(COMPARE_TEXTS);
  const { language } = useLanguage();
  const task = attempts?.[0].task.task;
  const isUp = difference > 0;
  const change = flipped ? (isUp ? texts.gained : texts.lost) : isUp ? texts.up : texts.down;
  return (
    <tr>
      <th scope="row" className="left">
        <span>{task === undefined ? item : instructionText(task, language)}</span>
        <span className="below">{item}</span>
      </th>
      <td className="right">{scoresText(isSuccess, left)}</td>
      <td className="right">{scoresText(isSuccess, right)}</td>
      <td className={flipped ? 'change flipped' : 'change'}>{`${isUp ? '▲' : '▼'} ${change}`}</td>
      <td className="parting">
        <PartingCell attempts={attempts} queue={queue} />
        {attempts !== null && (
          <span className="below">
            <AlignLink episodes={attempts.map(keyOf)} />
            <AllAligned item={item} attempts={attempts} others={others} />
          </span>
        )}
      </td>
    </tr>
  );
}

/** Leads to all runs that met the task side by side, the pair first. */
function AllAligned({
  item,
  attempts,
  others,
}: {
  readonly item: string;
  readonly attempts: readonly [EpisodeRow, EpisodeRow];
  readonly others: readonly RunView[];
}): ReactNode {
  const texts = useTexts(COMPARE_TEXTS);
  const rows = attempts[0].task.episodes.flat();
  const more = others.flatMap(
    (run) => firstToSee(rows.filter((row) => row.run === run && row.item === item)) ?? [],
  );
  if (more.length === 0) return null;
  const all = [...attempts, ...more];
  return (
    <>
      {' · '}
      <AlignLink episodes={all.map(keyOf)}>{texts.allAligned(all.length)}</AlignLink>
    </>
  );
}

function keyOf({ run, item, repeat }: EpisodeRow): EpisodeKey {
  return { run: run.run.id, item, repeat };
}

function isOf({ left, right }: Pair, run: RunView): boolean {
  return run === left || run === right;
}

/** Of each item two attempts that tell what made the difference; each stays the same while the page is open. */
function useAttempts({
  left,
  right,
  comparison,
}: Pair): (item: string) => readonly [EpisodeRow, EpisodeRow] | null {
  const { model } = useReport();
  const found = useMemo(() => {
    const ofRun = (run: RunView): ReadonlyMap<string, readonly EpisodeRow[]> => {
      const rows = new Map<string, EpisodeRow[]>();
      for (const row of model.episodes) {
        if (row.run !== run) continue;
        const known = rows.get(row.item);
        if (known === undefined) rows.set(row.item, [row]);
        else known.push(row);
      }
      return rows;
    };
    const [a, b] = [ofRun(left), ofRun(right)];
    return new Map(
      comparison.changed.map(({ item }) => [item, telling(a.get(item) ?? [], b.get(item) ?? [])]),
    );
  }, [model, left, right, comparison]);
  return (item) => found.get(item) ?? null;
}

/** How many repeats passed, or the mean of what else is compared. */
function scoresText(isSuccess: boolean, { passed, judged }: ChangedScores): string {
  return isSuccess ? `${passed}/${judged}` : percent(judged === 0 ? null : passed / judged);
}
