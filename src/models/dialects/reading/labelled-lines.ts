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

/** Finds the sections of an answer, in the order of the text; a label may come twice. */
export type SectionReader = (text: string) => LabelledSection[];

/**
 * Makes a reader of sections under labels at the start of lines, `Thought: …`. Case, a plural s, list and bold marks and a
 * full-width colon are forgiven; a label that no line begins with is looked for within lines, behind the label before it.
 * Those are not `exact`.
 *
 * @param labels without colon, in the order in which the family writes them: letters and spaces
 */
export function sectionReader(labels: readonly string[]): SectionReader {
  const byFolded = new Map(
    labels.flatMap((label) => [[label, label] as const, [label.toLowerCase(), label] as const]),
  );
  const atLineStart = new RegExp(
    String.raw`^[ \t]{0,40}(?:[-*#>]{1,6}[ \t]{0,10})?(?:\*\*)?(${labels.join('|')})s?(?:\*\*)?[ \t]{0,10}[:：](?:\*\*)?`,
    'gim',
  );
  const withinLine = labels.map(
    (label) => new RegExp(String.raw`(?<![\p{L}\p{N}_])${label}s?[*]{0,2}[ \t]{0,10}[:：][*]{0,2}`, 'giu'),
  );
  return (text) => {
    const found: Found[] = [];
    const seen = new Set<string>();
    atLineStart.lastIndex = 0;
    for (let match = atLineStart.exec(text); match !== null; match = atLineStart.exec(text)) {
      const written = match[1] ?? '';
      const label = byFolded.get(written) ?? byFolded.get(written.toLowerCase());
      if (label === undefined) continue;
      const start = match.index + match[0].length;
      seen.add(label);
      found.push({ label, at: match.index, start, exact: match[0] === `${label}:` });
    }
    if (seen.size < labels.length) addWithinLines(text, found, seen);
    const sections: LabelledSection[] = [];
    for (let index = 0; index < found.length; index += 1) {
      const { label, at, start, exact } = found[index] as Found;
      sections.push({ label, at, start, exact, end: found[index + 1]?.at ?? text.length });
    }
    return sections;
  };

  function addWithinLines(text: string, found: Found[], seen: ReadonlySet<string>): void {
    let from = 0;
    for (const [index, label] of labels.entries()) {
      const pattern = withinLine[index];
      if (seen.has(label) || pattern === undefined) {
        from = Math.max(from, found.find((section) => section.label === label)?.start ?? 0);
        continue;
      }
      pattern.lastIndex = from;
      const match = pattern.exec(text);
      if (match === null) continue;
      from = pattern.lastIndex;
      found.push({ label, at: match.index, start: from, exact: false });
    }
    found.sort((a, b) => a.at - b.at);
  }
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
