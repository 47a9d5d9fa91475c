import { reads, readChecked, unreadable, type Reading } from '../../../models/readers/reading.js';
import { lastTagged } from '../../../models/readers/tagged-text.js';

/** What the latest step says about the plan and about how it was carried out; null for what was not said. */
export interface ColorBenchReflection {
  readonly reasoning: string | null;
  readonly planning: string | null;
  readonly execution: string | null;
}

/**
 * Answer of the reflector of ColorBench's multi-agent system.
 *
 * Source: ColorBench reference code, `plan_reflect_agent.py`.
 */
export function readColorBenchReflection(answer: string): Reading<ColorBenchReflection> {
  return readChecked(answer, (text) => {
    const planning = lastTagged(text, 'planning_reflection');
    const execution = lastTagged(text, 'execution_reflection');
    if (planning === null && execution === null) {
      return unreadable('neither <planning_reflection> nor <execution_reflection>');
    }
    return reads({ reasoning: lastTagged(text, 'reasoning'), planning, execution });
  });
}
