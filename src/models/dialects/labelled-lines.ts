/** What follows a label, up to the next one. */
export interface LabelledSection {
  /** As the family writes it. */
  readonly label: string;
  /** UTF-16 offset of the label. */
  readonly at: number;
  /** Offsets of what follows it, white space included. */
  readonly start: number;
  readonly end: number;
  /** The label is written as the family writes it, at the start of a line. */
  readonly exact: boolean;
}

interface Found {
  readonly label: string;
  readonly at: number;
  readonly start: number;
  readonly exact: boolean;
}

/**
 * Sections of an answer under labels at the start of lines, `Thought: …`, in the order of the text; a label may come
 * twice. Case, a plural s, list and bold marks and a full-width colon are forgiven; a label that no line begins with is
 * looked for within lines, behind the label before it in `labels`. Those are not `exact`.
 *
 * @param labels without colon, in the order in which the family writes them: letters and spaces
 */
export function labelledSections(text: string, labels: readonly string[]): LabelledSection[] {
  const byFolded = new Map(labels.map((label) => [label.toLowerCase(), label]));
  const names = labels.join('|');
  const atLineStart = new RegExp(
    String.raw`^[ \t]{0,40}(?:[-*#>]{1,6}[ \t]{0,10})?(?:\*\*)?(${names})s?(?:\*\*)?[ \t]{0,10}[:：](?:\*\*)?`,
    'gim',
  );
  const found: Found[] = [];
  for (const match of text.matchAll(atLineStart)) {
    const label = byFolded.get((match[1] ?? '').toLowerCase());
    if (label === undefined) continue;
    const start = match.index + match[0].length;
    found.push({ label, at: match.index, start, exact: match[0] === `${label}:` });
  }
  const missing = labels.filter((label) => found.every((section) => section.label !== label));
  if (missing.length > 0) found.push(...withinLines(text, labels, found, missing));
  found.sort((a, b) => a.at - b.at);
  return found.map((section, index) => ({ ...section, end: found[index + 1]?.at ?? text.length }));
}

function withinLines(
  text: string,
  labels: readonly string[],
  atLineStart: readonly Found[],
  missing: readonly string[],
): Found[] {
  const found: Found[] = [];
  let from = 0;
  for (const label of labels) {
    if (missing.includes(label)) {
      const pattern = new RegExp(
        String.raw`(?<![\p{L}\p{N}_])${label}s?[*]{0,2}[ \t]{0,10}[:：][*]{0,2}`,
        'giu',
      );
      pattern.lastIndex = from;
      const match = pattern.exec(text);
      if (match === null) continue;
      found.push({ label, at: match.index, start: pattern.lastIndex, exact: false });
      from = pattern.lastIndex;
    } else {
      from = Math.max(from, atLineStart.find((section) => section.label === label)?.start ?? 0);
    }
  }
  return found;
}

/** The section in one piece: trimmed, from the answer as it was written. Null where the label is missing. */
export function sectionText(
  answer: string,
  sections: readonly LabelledSection[],
  label: string,
): string | null {
  const section = sections.find((candidate) => candidate.label === label);
  return section === undefined ? null : answer.slice(section.start, section.end).trim();
}
