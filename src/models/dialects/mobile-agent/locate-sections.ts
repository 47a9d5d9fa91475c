import { answerEnd } from '../reading/answer-end.js';
import { cutThinking } from '../reading/cut-thinking.js';

/** What stands under one heading. Offsets are those of the answer. */
export interface Section {
  readonly start: number;
  readonly end: number;
}

/** The sections of an answer by their names in lower case; the last of a name counts, as in the published code. */
export interface LocatedSections {
  /** Thinking is blanked; offsets are those of the answer. */
  readonly text: string;
  readonly sections: ReadonlyMap<string, Section>;
  /** What goes before the first heading. */
  readonly before: string;
  readonly thinking: string | null;
}

/** A line, cut to `LONGEST_HEADING`, so that it does not matter how many ways there are to share out its spaces. */
const HEADING =
  /^(?:#{1,6}[ \t]*|\*\*)(thoughts?|actions?|operation|description)[ \t]*(?:#{1,6}|\*\*)?[ \t]*:?[ \t]*$/i;
const LONGEST_HEADING = 60;

interface Heading {
  readonly name: string;
  /** As written, from the first mark on. */
  readonly title: string;
  readonly start: number;
  readonly end: number;
}

function headingsOf(text: string, limit: number): Heading[] {
  const headings: Heading[] = [];
  for (let lineStart = 0; lineStart < limit;) {
    const newline = text.indexOf('\n', lineStart);
    const lineEnd = newline < 0 || newline > limit ? limit : newline;
    let start = lineStart;
    while (start < lineEnd && (text[start] === ' ' || text[start] === '\t')) start += 1;
    const mark = text[start];
    if ((mark === '#' || mark === '*') && lineEnd - start <= LONGEST_HEADING) {
      const title = text.slice(start, lineEnd).trimEnd();
      const name = HEADING.exec(title)?.[1]?.toLowerCase().replace(/s$/, '');
      if (name !== undefined) headings.push({ name, title, start: lineStart, end: lineEnd });
    }
    lineStart = lineEnd + 1;
  }
  return headings;
}

/** Finds the sections under `### Thought ###`, `### Action ###` and so on; `warnings` takes headings in another form. */
export function locateSections(answer: string, warnings: Set<string>): LocatedSections {
  const { text, thought: thinking } = cutThinking(answer);
  const limit = answerEnd(text);
  const headings = headingsOf(text, limit);
  const sections = new Map<string, Section>();
  for (const [index, { name, title, end: start }] of headings.entries()) {
    if (sections.has(name)) warnings.add('extra_text');
    const exact = `### ${name.charAt(0).toUpperCase()}${name.slice(1)} ###`;
    if (title !== exact) warnings.add('lenient_label');
    sections.set(name, { start, end: headings[index + 1]?.start ?? limit });
  }
  const before = text.slice(0, headings[0]?.start ?? limit).trim();
  return { text, sections, before, thinking };
}

/** Text of a section, trimmed; null where there is none. */
export function sectionText({ text, sections }: LocatedSections, name: string): string | null {
  const section = sections.get(name);
  return section === undefined ? null : text.slice(section.start, section.end).trim() || null;
}
