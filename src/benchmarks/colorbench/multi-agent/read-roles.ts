import type { ParseProfile } from '../../../models/dialects/dialect.js';
import {
  readPublishedMemory,
  readPublishedPlan,
  readPublishedReflection,
} from '../published-readers/read-roles.js';
import { readColorBenchMemory } from '../readers/memory-colorbench.js';
import { readColorBenchPlan } from '../readers/plan-colorbench.js';
import { readColorBenchReflection } from '../readers/reflect-colorbench.js';
import { keptText } from './step-record.js';

/** How the published code reads: a missing tag is a sentence that says so, and stands in prompts like any other. */
const PUBLISHED: ParseProfile = 'reference:colorbench';

/** What a planner says is next; null for an answer that says nothing, or no answer. */
export function planIn(answer: string | null, profile: ParseProfile): string | null {
  if (answer === null) return null;
  if (profile === PUBLISHED) return keptText(readPublishedPlan(answer).action_plan);
  const read = readColorBenchPlan(answer);
  return read.type === 'value' ? keptText(read.value.actionPlan) : null;
}

/** What a reflector says of the plan and of how it was carried out; null for what it does not say. */
export interface Reflection {
  readonly planning: string | null;
  readonly execution: string | null;
}

export function reflectionIn(answer: string | null, profile: ParseProfile): Reflection {
  if (answer === null) return { planning: null, execution: null };
  if (profile === PUBLISHED) {
    const { planning_reflection: planning, execution_reflection: execution } =
      readPublishedReflection(answer);
    return { planning: keptText(planning), execution: keptText(execution) };
  }
  const read = readColorBenchReflection(answer);
  if (read.type !== 'value') return { planning: null, execution: null };
  return { planning: keptText(read.value.planning), execution: keptText(read.value.execution) };
}

/** What is to be remembered of a screen; null for nothing. */
export function noteIn(answer: string | null, profile: ParseProfile): string | null {
  if (answer === null) return null;
  if (profile === PUBLISHED) return keptText(readPublishedMemory(answer));
  const read = readColorBenchMemory(answer);
  return read.type === 'value' ? keptText(read.value) : null;
}
