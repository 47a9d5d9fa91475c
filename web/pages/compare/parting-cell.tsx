import { useEffect, useState, type ReactNode } from 'react';
import type { ReportStep } from '../../../src/report/view/report-episode.js';
import { RunBadge } from '../../parts/run-badge.js';
import type { EpisodeRow } from '../../report/model.js';
import { useReport } from '../../report/use-report.js';
import { useSource } from '../../source/use-source.js';
import { ACTION_TEXTS } from '../../texts/action-texts.js';
import { stepLabel } from '../../texts/action-words.js';
import { useTexts } from '../../texts/language.js';
import { REPORT_TEXTS } from '../../texts/report-texts.js';
import { COMPARE_TEXTS } from './compare-texts.js';
import { partWays, type Parting } from './part-ways.js';

/** Does one thing after the other: all at once would unpack every block of a file, or flood a server. */
export class Queue {
  #last: Promise<void> = Promise.resolve();

  /** @param work that never fails */
  add(work: () => Promise<void>): void {
    this.#last = this.#last.then(work);
  }
}

/** Where two attempts part, found once their steps are there. */
export function PartingCell({
  attempts,
  queue,
}: {
  readonly attempts: readonly [EpisodeRow, EpisodeRow] | null;
  readonly queue: Queue;
}): ReactNode {
  const texts = useTexts(COMPARE_TEXTS);
  const { loading, nothing } = useTexts(REPORT_TEXTS);
  const source = useSource();
  const [found, setFound] = useState<Parting | null | undefined | 'loading' | 'broken'>('loading');
  const [a, b] = attempts ?? [];
  useEffect(() => {
    let isGone = false;
    if (a === undefined || b === undefined) {
      setFound(undefined);
      return undefined;
    }
    queue.add(async () => {
      if (isGone) return;
      const parting = await partWays(source, a, b).catch(() => 'broken' as const);
      if (!isGone) setFound(parting);
    });
    return () => {
      isGone = true;
    };
  }, [a, b, queue, source]);
  if (found === 'loading') return loading;
  if (found === 'broken') return texts.cannotRead;
  if (found === undefined || a === undefined || b === undefined) return nothing;
  if (found === null) return texts.sameSteps;
  return (
    <span>
      {`${texts.stepShort} ${found.step + 1}, ${texts.differences[found.kind]}: `}
      <Way row={a} step={found.step} kind={found.kind} did={found.left} />
      {' / '}
      <Way row={b} step={found.step} kind={found.kind} did={found.right} />
    </span>
  );
}

/** What one of them did there, leading to that step, or to its last where it had ended. */
function Way({
  row,
  step,
  kind,
  did,
}: {
  readonly row: EpisodeRow;
  readonly step: number;
  readonly kind: Parting['kind'];
  readonly did: ReportStep | undefined;
}): ReactNode {
  const texts = useTexts(COMPARE_TEXTS);
  const actionTexts = useTexts(ACTION_TEXTS);
  const { addresses } = useReport();
  const last = Math.max(0, row.steps - 1);
  return (
    <a href={addresses.episode(row, Math.min(step, last))}>
      <RunBadge run={row.run} />{' '}
      {did === undefined
        ? texts.hadEnded
        : kind === 'screen'
          ? (did.state ?? did.screen)
          : stepLabel(did, actionTexts)}
    </a>
  );
}
