import type { Mode } from '../../domain/mode.js';
import { reads, readChecked, unreadable, type Reading } from './reading.js';

/** A tester's verdict on a screen: the task is done, or not yet. */
export type CompletionDecision = 'stop' | 'continue';

const WORDS = /(?<![\p{L}\p{N}_])(?:yes|no|stop|continue)(?![\p{L}\p{N}_])/giu;

/**
 * Whether a task is completed: the last of the words yes, no, stop and continue decides. An answer without any of them is
 * unreadable; scores count it as `continue`.
 *
 * Source: SPHINX paper, completion judgement. `reference` reads as the reference code does: `yes` and `no` anywhere, inside
 * words too, and `continue` where there is neither.
 */
export function readCompletion(answer: string, mode: Mode): Reading<CompletionDecision> {
  if (mode === 'reference') {
    const lower = answer.toLowerCase();
    return reads(lower.lastIndexOf('yes') > lower.lastIndexOf('no') ? 'stop' : 'continue');
  }
  return readChecked(answer, (text) => {
    const last = [...text.matchAll(WORDS)].at(-1)?.[0].toLowerCase();
    if (last === undefined) return unreadable('neither yes nor no');
    return reads(last === 'yes' || last === 'stop' ? 'stop' : 'continue');
  });
}
