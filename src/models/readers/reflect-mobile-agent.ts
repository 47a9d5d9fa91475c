import { headedSections } from './headed-sections.js';
import { reads, readChecked, unreadable, type Reading } from './reading.js';

/** `A` as intended, `B` led to a wrong page, `C` changed nothing. */
export type ActionOutcome = 'A' | 'B' | 'C';

/** What an action came to. */
export interface MobileAgentReflection {
  readonly outcome: ActionOutcome;
  /** What went wrong; null where nothing did, or nothing was written. */
  readonly error: string | null;
  /** What has been achieved so far; Mobile-Agent-E only. */
  readonly progress: string | null;
}

/**
 * Answer of the reflector of Mobile-Agent-v2 (`### Answer ###`) and Mobile-Agent-E (`### Outcome ###`).
 *
 * Source: reference code of both. Deviation: the section must begin with a lone A, B or C, where the reference finds an A
 * in any word.
 */
export function readMobileAgentReflection(answer: string): Reading<MobileAgentReflection> {
  return readChecked(answer, (text) => {
    const sections = headedSections(text);
    const said = sections.get('answer') ?? sections.get('outcome');
    if (said === undefined) return unreadable('no section Answer or Outcome');
    const outcome = /^[*"'`([]{0,4}(?:option |answer:? ?)?([ABC])(?![A-Za-z])/i
      .exec(said)?.[1]
      ?.toUpperCase();
    if (outcome !== 'A' && outcome !== 'B' && outcome !== 'C') {
      return unreadable('the section does not begin with A, B or C');
    }
    return reads({
      outcome,
      error: wordsOf(sections.get('error description')),
      progress: wordsOf(sections.get('progress status')),
    });
  });
}

function wordsOf(section: string | undefined): string | null {
  return section === undefined || /^(?:none\.?)?$/i.test(section) ? null : section;
}
