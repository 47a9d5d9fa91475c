import { itemKeyText } from '../../domain/episode.js';
import type { OpenWork, RunIndex } from '../../formats/run/run-index.js';
import type { RunSession } from '../run-session.js';

/** What earlier sessions left of a run whose episodes share a random stream. */
export interface UnsettledRun {
  readonly index: RunIndex | null;
  /** Item key texts that are asked for once more. */
  readonly again: ReadonlySet<string>;
}

/** Words of the random stream that the attempts of this writer have used which have ended. */
export function endedDraws(work: OpenWork | null): number {
  const underWay = [...(work?.open.values() ?? [])].reduce((sum, { draws }) => sum + draws, 0);
  return (work?.draws ?? 0) - underWay;
}

/**
 * Says of each end that the journals have which one counts, before anything is drawn behind it: a session may have been killed
 * before it could, or had no other writers to tell apart. Does nothing in a run of one writer.
 */
export async function settleEnds(session: RunSession, { index, again }: UnsettledRun): Promise<void> {
  if (!session.settlesEnds || index === null) return;
  const { writer, journal } = session.options;
  const unsettled = [...index.items].filter(([text]) => index.settled.get(text)?.isOpen !== false);
  // Its own are in what is known already.
  for (const [, { key, attempt, ...item }] of unsettled) {
    if (item.writer === writer) session.settleEnd(key, { writer, attempt, draws: 0 });
  }
  for (const [text, { key, attempt, ...item }] of unsettled) {
    if (item.writer === writer) continue;
    const before = index.settled.get(text);
    const isKnown = before?.writer === item.writer && before.attempt === attempt;
    session.settleEnd(key, { writer: item.writer, attempt, draws: isKnown ? 0 : (item.draws ?? 0) });
  }
  for (const { key } of index.items.values()) if (again.has(itemKeyText(key))) session.settleEnd(key, null);
  await journal.commit();
}
