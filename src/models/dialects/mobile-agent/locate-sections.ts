import { answerEnd } from '../answer-end.js';
import { cutThinking } from '../cut-thinking.js';

/** What stands under one heading. Offsets are those of the answer. */
export interface Section {
  readonly start: number;
  readonly end: number;
}

/** The sections of an answer by their names in lower case; the first of a name counts. */
export interface LocatedSections {
  /** Thinking is blanked; offsets are those of the answer. */
  readonly text: string;
  readonly sections: ReadonlyMap<string, Section>;
  /** What goes before the first heading. */
  readonly before: string;
  readonly thinking: string | null;
}

/** Spaces are counted, since the engine would try every way to share a long run of them out. */
const HEADING =
  /^[ \t]{0,20}(?:#{1,6}[ \t]{0,20}|\*\*)(thoughts?|actions?|operation|description)[ \t]{0,20}(?:#{1,6}|\*\*)?[ \t]{0,20}:?[ \t]{0,20}$/gim;

/** Finds the sections under `### Thought ###`, `### Action ###` and so on; `warnings` takes headings in another form. */
export function locateSections(answer: string, warnings: Set<string>): LocatedSections {
  const { text, thought: thinking } = cutThinking(answer);
  const limit = answerEnd(text);
  const headings = [...text.slice(0, limit).matchAll(HEADING)];
  const sections = new Map<string, Section>();
  for (const [index, match] of headings.entries()) {
    const name = (match[1] ?? '').toLowerCase().replace(/s$/, '');
    const title = `### ${name.charAt(0).toUpperCase()}${name.slice(1)} ###`;
    if (sections.has(name)) {
      warnings.add('extra_text');
      continue;
    }
    if (match[0] !== title) warnings.add('lenient_label');
    const start = match.index + match[0].length;
    sections.set(name, { start, end: headings[index + 1]?.index ?? limit });
  }
  const before = text.slice(0, headings[0]?.index ?? limit).trim();
  return { text, sections, before, thinking };
}

/** Text of a section, trimmed; null where there is none. */
export function sectionText({ text, sections }: LocatedSections, name: string): string | null {
  const section = sections.get(name);
  return section === undefined ? null : text.slice(section.start, section.end).trim() || null;
}
