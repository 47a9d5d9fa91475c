import { answerEnd } from '../reading/answer-end.js';
import { cutThinking } from '../reading/cut-thinking.js';
import { sectionReader, sectionText, type LabelledSection } from '../reading/labelled-lines.js';

/** The labels of an answer, each on a line of its own. Source: AppAgent paper and reference code. */
const LABELS = ['Observation', 'Thought', 'Action', 'Summary'] as const;
const sectionsOf = sectionReader(LABELS);
const FENCE = /^\s*```[a-z]*[ \t]*\n|\n[ \t]*```\s*$/g;

/** The parts of an AppAgent answer. */
export interface AppAgentSections {
  /** The answer as it is searched: same offsets, thinking blanked. */
  readonly text: string;
  /** Where the action stands; null where its label is missing. */
  readonly action: LabelledSection | null;
  readonly thought: string | null;
  readonly summary: string | null;
  /** The first label that is missing, of those that must be there. */
  readonly missing: string | null;
}

/** Finds the four sections; `warnings` takes what the form has no place for. */
export function readSections(answer: string, warnings: Set<string>): AppAgentSections {
  const containerAfter = (offset: number): number | null => {
    const label = answer.lastIndexOf('\nAction:');
    return label >= offset ? label : null;
  };
  const cut = cutThinking(answer, containerAfter);
  if (cut.unclosed) warnings.add('missing_tag');
  let text = cut.text.slice(0, answerEnd(cut.text));
  if (text.includes('```')) {
    const unfenced = text.replaceAll(FENCE, (fence) => ' '.repeat(fence.length));
    if (unfenced !== text) warnings.add('code_fence');
    text = unfenced;
  }
  const sections = sectionsOf(text);
  noteForm(text, sections, warnings);
  const find = (label: string): LabelledSection | undefined => sections.find((each) => each.label === label);
  return {
    text,
    action: find('Action') ?? null,
    thought: sectionText(text, sections, 'Thought') ?? cut.thought,
    summary: sectionText(text, sections, 'Summary'),
    missing: LABELS.find((label) => find(label) === undefined) ?? null,
  };
}

function noteForm(text: string, sections: readonly LabelledSection[], warnings: Set<string>): void {
  if (sections.length > LABELS.length) warnings.add('extra_actions');
  if (text.slice(0, sections[0]?.at ?? 0).trim() !== '') warnings.add('extra_text');
  for (const { label, at, start, end, exact } of sections) {
    if (!exact) warnings.add(text.slice(at, start).includes('：') ? 'fullwidth' : 'lenient_label');
    // The line feed before the next label is no part of the section.
    const lineEnd = label === 'Action' ? -1 : text.indexOf('\n', start);
    if (lineEnd >= 0 && lineEnd < end && text.slice(lineEnd, end).trim() !== '') warnings.add('extra_text');
  }
}
