import { cutThinking } from '../dialects/reading/cut-thinking.js';
import { sectionReader, sectionText } from '../dialects/reading/labelled-lines.js';
import { reads, readChecked, unreadable, type Reading } from './reading.js';

const sectionsOf = sectionReader(['Decision', 'Thought', 'Documentation']);
/** What AppAgent may make of its latest action. */
export const REFLECTION_DECISIONS = ['BACK', 'INEFFECTIVE', 'CONTINUE', 'SUCCESS'] as const;
/** What AppAgent makes of its latest action. */
export type ReflectionDecision = (typeof REFLECTION_DECISIONS)[number];

/** What AppAgent learns from an action. */
export interface AppAgentReflection {
  readonly decision: ReflectionDecision;
  readonly thought: string | null;
  /** What the element is for; null for an action without effect. */
  readonly documentation: string | null;
}

/**
 * Answer of AppAgent's reflection while it explores: decision, thought, and what the element does.
 *
 * Source: AppAgent reference code, `parse_reflect_rsp`. Deviation: case and marks of labels are forgiven.
 */
export function readAppAgentReflection(answer: string): Reading<AppAgentReflection> {
  return readChecked<AppAgentReflection>(answer, (text) => {
    const sections = sectionsOf(cutThinking(text).text);
    const said = sectionText(text, sections, 'Decision');
    if (said === null) return unreadable('no line Decision');
    const word = said.replaceAll(/[*`"'.]/g, '').toUpperCase();
    const decision = REFLECTION_DECISIONS.find((candidate) => candidate === word);
    if (decision === undefined)
      return unreadable(`the decision is none of ${REFLECTION_DECISIONS.join(', ')}`);
    const thought = sectionText(text, sections, 'Thought');
    if (decision === 'INEFFECTIVE') return reads({ decision, thought, documentation: null });
    const documentation = sectionText(text, sections, 'Documentation');
    if (documentation === null || documentation === '') return unreadable('no line Documentation');
    return reads({ decision, thought, documentation });
  });
}
