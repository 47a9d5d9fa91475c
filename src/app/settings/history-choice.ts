import { RECORDED_HISTORIES, type RecordedHistory } from '../../domain/recordings/recorded-history.js';
import {
  HISTORY_PARTS,
  strategyOf,
  type HistoryPart,
  type HistoryStrategy,
} from '../../agents/prompting/history-strategy.js';

/** What `--history` says: whose steps a recorded episode goes on from, and what of them an acting model is shown. */
export interface HistoryChoice {
  /** Null leaves it to the benchmark. */
  readonly whose: RecordedHistory | null;
  /** Null leaves it to the model's family. */
  readonly shown: HistoryStrategy | null;
}

const WORDS: readonly string[] = [...RECORDED_HISTORIES, ...HISTORY_PARTS];

/** The words of a choice that fit together; null for others, and for words that there are not. */
export function historyChoice(text: string): HistoryChoice | null {
  const words = text.split('+').map((word) => word.trim());
  const isOnce = new Set(words).size === words.length;
  if (!isOnce || !words.every((word) => WORDS.includes(word))) return null;
  if (words.includes('none')) return words.length > 1 ? null : { whose: 'none', shown: strategyOf([]) };
  const whose = words.filter((word): word is RecordedHistory => !isPart(word));
  const parts = words.filter(isPart);
  if (whose.length > 1) return null;
  if (parts.includes('context') && parts.includes('annotated-context')) return null;
  return { whose: whose[0] ?? null, shown: parts.length === 0 ? null : strategyOf(parts) };
}

/** What a setting of the history says; of none, nothing. */
export function choiceOf(history: string | null): HistoryChoice {
  return (history === null ? null : historyChoice(history)) ?? { whose: null, shown: null };
}

function isPart(word: string): word is HistoryPart {
  return (HISTORY_PARTS as readonly string[]).includes(word);
}
