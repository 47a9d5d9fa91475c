import { malformed, type ArgumentProblem } from '../reading/parse-result.js';
import { scanCall, type ScannedCall } from '../reading/scan-call.js';

const NAMES: ReadonlySet<string> = new Set(['tap', 'text', 'long_press', 'swipe', 'grid', 'FINISH']);
/** Names under which models write the content of `text`. */
const TEXT_NAMES: ReadonlySet<string> = new Set(['', 'text', 'input', 'content', 'input_str']);
const NO_NAMES: ReadonlySet<string> = new Set();

/** `text(5, "` up to the quote: the form in which `text` names its field. */
const FIELD =
  /^text\s{0,5}[(（]\s{0,5}(?:[a-z_]{1,12}\s{0,3}=\s{0,3})?([+-]?\d{1,9})\s{0,5}[,，]\s{0,5}(?=["'“‘]|(?:text|input|content|input_str)\s{0,3}=)/i;

/** The one function call of an answer. */
export interface FoundCall {
  readonly call: ScannedCall;
  readonly name: string;
  /** The field that `text` names. */
  readonly element: ScannedCall['arguments'][number] | null;
}

/** The call between two offsets, which `warnings` are about; the bare word FINISH is one without arguments. */
export function findCall(
  text: string,
  from: number,
  to: number,
  warnings: Set<string>,
): FoundCall | ArgumentProblem {
  const written = /^[A-Za-z_]{1,40}/.exec(text.slice(from, from + 41))?.[0] ?? '';
  const folded = written.toLowerCase();
  const name = folded === 'finish' ? 'FINISH' : folded;
  const bare = (): FoundCall => ({
    call: { name, start: from, end: from + written.length, arguments: [] },
    name,
    element: null,
  });
  const isWhole = from + written.length === to;
  if (NAMES.has(name) && name !== written) warnings.add('case');
  if (isWhole && name === 'FINISH') return bare();
  if (isWhole && name === 'grid') {
    warnings.add('missing_tag');
    return bare();
  }
  const field = name === 'text' ? FIELD.exec(text.slice(from, from + 60)) : null;
  const options = { freeText: name === 'text' ? TEXT_NAMES : NO_NAMES, escapes: true, warnings };
  if (field !== null) {
    // Read as if the content stood alone: free text would otherwise begin at the number.
    const contentAt = from + field[0].length;
    const head = 'text(';
    const scanned = scanCall(head + text.slice(contentAt, to), 0, head.length + to - contentAt, options);
    if ('problem' in scanned) return malformed(scanned.problem);
    const element = { name: null, text: field[1] ?? '', quote: null, start: from };
    return { call: { ...scanned, start: from, end: scanned.end - head.length + contentAt }, name, element };
  }
  const scanned = scanCall(text, from, to, options);
  if ('problem' in scanned) {
    if (finishes(text, from, to, warnings)) return { ...bare(), name: 'FINISH' };
    return malformed(scanned.problem);
  }
  if (name === 'FINISH') warnings.add('extra_text');
  else if (!NAMES.has(name)) {
    if (finishes(text, from, to, warnings)) return { ...bare(), name: 'FINISH' };
    return { kind: 'unknown_action', message: `there is no function ${scanned.name}` };
  }
  return { call: scanned, name, element: null };
}

/** The prompt asks for the bare word; prose around it is forgiven. */
function finishes(text: string, from: number, to: number, warnings: Set<string>): boolean {
  if (!/\bFINISH\b/.test(text.slice(from, to))) return false;
  warnings.add('extra_text');
  return true;
}
