/** A label such as `Action:` in an answer; offsets are UTF-16 units. */
export interface FoundLabel {
  readonly start: number;
  /** Behind the label and the blanks and marks of emphasis around it. */
  readonly end: number;
  /** Codes of what is unlike the grammar: `lenient_label`, `fullwidth`. */
  readonly warnings: readonly string[];
}

/** How a family's label is found. */
export interface LabelRule {
  /** As the grammar writes it, colon included. */
  readonly exact: readonly string[];
  /** At the start of a line, in any case, with marks of emphasis or lists: global and multiline. */
  readonly loose: RegExp;
  /** Within a line: global. */
  readonly inner: RegExp;
}

/** The rule for a label of these words, at least one of which is written exactly so. `words` is a pattern in lower case. */
export function labelRule(words: string, exact: readonly string[]): LabelRule {
  return {
    exact,
    loose: new RegExp(`^[ \\t>*_\`#\\uFEFF-]*(?:${words})[ \\t*_\`]*[:：][ \\t*_\`]*`, 'gim'),
    inner: new RegExp(`(?<![\\w"'“])(?:${words})[ \\t]*[:：][ \\t]*`, 'gi'),
  };
}

/** The last label that starts a line; else the last one within a line that something like a call follows. */
export function lastLabel(text: string, to: number, rule: LabelRule): FoundLabel | null {
  const from = lastExactLine(text, to, rule.exact);
  const tail = text.slice(Math.max(from, 0), to);
  let last: RegExpExecArray | null = null;
  for (const match of tail.matchAll(rule.loose)) last = match;
  if (last !== null) return labelOf(last, Math.max(from, 0), text, rule, false);
  for (const match of tail.matchAll(rule.inner)) {
    if (last === null || /^[\w.]+[ (（[]/.test(tail.slice(match.index + match[0].length).slice(0, 80)))
      last = match;
  }
  return last === null ? null : labelOf(last, 0, text, rule, true);
}

/** The first label that starts a line from `from` on. */
export function firstLabel(text: string, from: number, to: number, rule: LabelRule): FoundLabel | null {
  for (const label of rule.exact) {
    if (text.startsWith(label, from)) return { start: from, end: from + label.length, warnings: [] };
  }
  const part = text.slice(from, to);
  const [match] = part.matchAll(rule.loose);
  return match === undefined ? null : labelOf(match, from, text, rule, false);
}

/**
 * The thought before the action's label, under its own label or not. What is unlike the grammar is noted, and so is an
 * earlier action.
 */
export function thoughtBefore(
  text: string,
  to: number,
  { thought, action }: { readonly thought: LabelRule; readonly action: LabelRule },
  warnings: Set<string>,
): string | null {
  const label = firstLabel(text, 0, to, thought);
  const before = text.slice(0, label?.start ?? to).trim();
  if (before !== '') warnings.add('extra_text');
  for (const code of label?.warnings ?? ['lenient_label']) warnings.add(code);
  if (label === null) return before === '' ? null : before;
  const earlier = firstLabel(text, label.end, to, action);
  if (earlier !== null) warnings.add('extra_actions');
  return text.slice(label.end, earlier?.start ?? to).trim();
}

/** Where the last line starts that begins with the label as the grammar writes it; -1 where there is none. */
function lastExactLine(text: string, to: number, exact: readonly string[]): number {
  let last = -1;
  for (const label of exact) {
    const at = text.lastIndexOf(`\n${label}`, to);
    if (at >= 0 && at + 1 < to) last = Math.max(last, at + 1);
    else if (last < 0 && text.startsWith(label)) last = 0;
  }
  return last;
}

function labelOf(
  match: RegExpExecArray,
  offset: number,
  text: string,
  rule: LabelRule,
  isInner: boolean,
): FoundLabel {
  const start = offset + match.index;
  const end = start + match[0].length;
  const written = text.slice(start, end);
  const warnings: string[] = [];
  if (written.includes('：')) warnings.push('fullwidth');
  const plain = written.replace('：', ':').trim();
  if (isInner || !rule.exact.includes(plain)) warnings.push('lenient_label');
  return { start, end, warnings };
}
