import { itemKeyText } from '../../domain/episode.js';
import type { EpisodeEnd, ItemKey } from '../../domain/episode.js';

/** Episodes told one by one for each reason; those behind them are counted. */
const SHOWN_EACH = 3;
/** Reasons told apart; what fails for yet another is counted together. */
const MOST_REASONS = 20;
/** Characters of a reason that are told: its beginning, and its end, where what a program printed last says most. */
const MOST_BEGINNING = 240;
const MOST_ENDING = 360;

/** Says of failed episodes the first few for each reason as they come, and in the end how many there were. */
export class FailureLines {
  /** Reason → episodes that ended for it. */
  readonly #counts = new Map<string, number>();
  #others = 0;

  /** The line for an episode that a failure ended; null where enough of its kind were told. */
  lineFor(key: ItemKey, end: EpisodeEnd): string | null {
    const reason = `${inOneLine(end.message ?? end.reason)} (${end.fault ?? 'agent'})`;
    const known = this.#counts.get(reason);
    if (known === undefined && this.#counts.size >= MOST_REASONS) {
      this.#others += 1;
      return null;
    }
    const count = (known ?? 0) + 1;
    this.#counts.set(reason, count);
    return count > SHOWN_EACH ? null : `${itemKeyText(key)}: ${reason}`;
  }

  /** A line with the count for each reason of which episodes were passed over, then one that says where all are listed. */
  rest(list: string): string[] {
    const lines = [...this.#counts]
      .filter(([, count]) => count > SHOWN_EACH)
      .map(([reason, count]) => `${count} x: ${reason}`);
    if (this.#others > 0) lines.push(`${this.#others} more for other reasons`);
    if (lines.length > 0) lines.push(`each of them: ${list}`);
    this.#counts.clear();
    this.#others = 0;
    return lines;
  }
}

function inOneLine(text: string): string {
  const line = text.trim().replaceAll(/\s+/g, ' ');
  if (line.length <= MOST_BEGINNING + MOST_ENDING) return line;
  return `${line.slice(0, MOST_BEGINNING)} … ${line.slice(-MOST_ENDING)}`;
}
