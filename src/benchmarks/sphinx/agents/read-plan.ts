import { reads, readChecked, unreadable, type Reading } from '../../../models/readers/reading.js';

const HEADING = 'high-level plan:';

/**
 * Steps of a plan: the bracketed text of each line behind `High-level Plan:`, or of all lines where that is missing.
 *
 * Source: SPHINX reference code, LLM planner.
 */
export function readSphinxPlan(answer: string): Reading<readonly string[]> {
  return readChecked(answer, (text) => {
    const heading = text.toLowerCase().lastIndexOf(HEADING);
    const plan = heading < 0 ? text : text.slice(heading + HEADING.length);
    const steps: string[] = [];
    for (const line of plan.split('\n')) {
      const start = line.indexOf('[');
      const end = line.lastIndexOf(']');
      const step = start < 0 || end < start ? '' : line.slice(start + 1, end).trim();
      if (step !== '') steps.push(step);
    }
    return steps.length === 0 ? unreadable('no line with a [step]') : reads(steps);
  });
}
