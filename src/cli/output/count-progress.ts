import type { CommandContext } from '../command-context.js';
import { formatDuration } from './format-duration.js';

/** Redraws of the live line. */
const REDRAW_MS = 200;
/** Where nobody watches (pipe, CI), the count is repeated this often. */
const QUIET_REPORT_MS = 30_000;
/** An estimate from less than this is no estimate. */
const MIN_ELAPSED_MS = 2_000;

/** Counts what a long look through data has done, on stderr, with the time that is left where the total is known. */
export interface CountProgress {
  /** One more is done. */
  next(): void;
  /** Wipes the live line. */
  end(): void;
}

/** @param total how many there are, null where nobody knows before the end */
export function countProgress(
  context: Pick<CommandContext, 'stderr' | 'environment'>,
  what: string,
  total: number | null,
): CountProgress {
  const { stderr, environment } = context;
  const isLive = stderr.isTTY === true && environment['CI'] === undefined;
  const startedAt = performance.now();
  let saidAt = startedAt;
  let done = 0;
  let drawn = false;
  const text = (now: number): string => {
    const elapsed = now - startedAt;
    const parts = [`${done}${total === null ? '' : `/${total}`} ${what}`, formatDuration(elapsed)];
    if (total !== null && elapsed >= MIN_ELAPSED_MS && done > 0) {
      parts.push(`about ${formatDuration((elapsed / done) * Math.max(total - done, 0))} left`);
    }
    return parts.join(', ');
  };
  return {
    next: () => {
      done += 1;
      const now = performance.now();
      if (now - saidAt < (isLive ? REDRAW_MS : QUIET_REPORT_MS)) return;
      saidAt = now;
      if (isLive) stderr.write(`\r\u001B[K${text(now)}`);
      else stderr.write(`${text(now)}\n`);
      drawn = isLive;
    },
    end: () => {
      if (drawn) stderr.write('\r\u001B[K');
      drawn = false;
    },
  };
}
