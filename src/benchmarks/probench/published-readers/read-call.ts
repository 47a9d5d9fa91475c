import { bareCall, type ProBenchCall } from './probench-call.js';

const LABEL = 'action:';
const NAME = /^\s{0,100}([A-Za-z]{1,20})\(/;
const NUMBER = /^\s{0,20}-?\d{1,12}(?:\.\d{1,20})?\s{0,20}$/;
const QUOTES: Readonly<Record<string, string>> = { '"': '"', "'": "'", '“': '”', '‘': '’' };

/**
 * The call behind the last `Action:` of an answer; null for an invalid one.
 *
 * Source: ProBench paper, appendix B. What the paper leaves open is our own rule: brackets are required, letter case is
 * not, fractions are dropped.
 */
export function readProBenchCall(answer: string): ProBenchCall | null {
  const label = lowerAscii(answer).lastIndexOf(LABEL);
  return label < 0 ? null : readCall(answer.slice(label + LABEL.length));
}

/** The call within the last `<answer>`; null where the tag is missing or never closed. Source: as above. */
export function readProBenchTaggedCall(answer: string): ProBenchCall | null {
  const content = lastAnswer(answer);
  return content === null ? null : readCall(content);
}

/** What stands within the last `<answer>` that is closed. */
export function lastAnswer(answer: string): string | null {
  const lower = lowerAscii(answer);
  const start = lower.lastIndexOf('<answer>');
  const end = lower.lastIndexOf('</answer>');
  return start < 0 || end < start ? null : answer.slice(start + '<answer>'.length, end);
}

function readCall(text: string): ProBenchCall | null {
  const match = NAME.exec(text.slice(0, 200));
  if (match === null) return null;
  const name = (match[1] ?? '').toLowerCase();
  const behind = text.slice(match[0].length);
  if (name === 'type') return typed(behind);
  const close = behind.indexOf(')');
  if (close < 0) return null;
  const written = behind.slice(0, close);
  if (name !== 'click' && name !== 'swipe') return written.trim() === '' ? bareCall(name) : null;
  const parts = written.split(',', 5);
  if (!parts.every((part) => NUMBER.test(part))) return null;
  const [a, b, c, d] = parts.map((part) => Math.trunc(Number(part)));
  if (a === undefined || b === undefined) return null;
  if (name === 'click') return parts.length === 2 ? { name: 'Click', numbers: [a, b] } : null;
  if (c === undefined || d === undefined || parts.length !== 4) return null;
  return { name: 'Swipe', numbers: [a, b, c, d] };
}

/** Text up to the last bracket of its line, without one pair of quotes. */
function typed(behind: string): ProBenchCall | null {
  const [line = ''] = behind.split('\n', 1);
  const close = line.lastIndexOf(')');
  if (close < 0) return null;
  const written = line.slice(0, close).trim();
  const closing = QUOTES[written[0] ?? ''];
  const isQuoted = closing !== undefined && written.length >= 2 && written.endsWith(closing);
  const text = isQuoted ? written.slice(1, -1) : written;
  return text === '' ? null : { name: 'Type', text };
}

/** Of the same length, which `toLowerCase` does not promise. */
function lowerAscii(text: string): string {
  return text.replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase());
}
