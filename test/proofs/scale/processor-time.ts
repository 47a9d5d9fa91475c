import { readFileSync } from 'node:fs';

/** Length of a tick of the system's own count; the same on every Linux for programs. */
const TICK_MS = 10;

/**
 * Milliseconds of processor time of a process with all its children, those that have ended included; null where the system
 * does not say.
 *
 * Source: proc(5), /proc/pid/stat
 */
export function familyMs(pid: number): number | null {
  try {
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ');
    const own = ticksOf(pid, true);
    const theirs = children.filter((child) => child !== '').map((child) => ticksOf(Number(child), false));
    return (own + theirs.reduce((sum, ticks) => sum + ticks, 0)) * TICK_MS;
  } catch {
    return null;
  }
}

/** @param isWhole with its children that have ended */
function ticksOf(pid: number, isWhole: boolean): number {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The name may have anything in it but ends before the last parenthesis; the fields after it begin with the third.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return [11, 12, ...(isWhole ? [13, 14] : [])].reduce((sum, place) => sum + Number(fields[place]), 0);
}
