import { LOG_LEVELS, type LogEntry } from '../../system-log/system-log.js';

/** Above every level: nothing of the tag is shown. */
const SILENT = LOG_LEVELS.length;

/** Which entries are shown, by tag and lowest level. */
export interface LogFilter {
  passes(entry: LogEntry): boolean;
}

/**
 * Reads filters as `logcat` takes them: `TAG:LEVEL`, a tag alone for all of it, `*:LEVEL` for every other tag. Gives the one that
 * is none.
 *
 * Source: AOSP `liblog/logprint.cpp`, `android_log_addFilterRule`.
 */
export function readLogFilter(words: readonly string[]): LogFilter | { readonly unknown: string } {
  const levels = new Map<string, number>();
  let others = 0;
  for (const word of words.flatMap((text) => text.split(/[\s,]+/)).filter(Boolean)) {
    const colon = word.indexOf(':');
    const tag = colon < 0 ? word : word.slice(0, colon);
    const level = levelOf(colon < 0 ? (tag === '*' ? 'D' : 'V') : word.slice(colon + 1));
    if (tag === '' || level === null) return { unknown: word };
    if (tag === '*') others = level;
    else levels.set(tag, level);
  }
  return {
    passes: ({ tag, level }) => LOG_LEVELS.indexOf(level) >= (levels.get(tag) ?? others),
  };
}

/** A level by its first letter, in any case, or by number; null where it is none. */
function levelOf(text: string): number | null {
  const letter = text[0]?.toUpperCase() ?? '';
  if (letter === 'S') return SILENT;
  if (letter === '*') return 0;
  if (/^\d$/.test(letter)) return Math.min(SILENT, Math.max(0, Number(letter) - 2));
  const level = LOG_LEVELS.findIndex((one) => one === letter);
  return level < 0 ? null : level;
}
