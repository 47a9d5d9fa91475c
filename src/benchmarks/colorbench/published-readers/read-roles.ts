import { lazyBetween } from './greedy-text.js';

/*
 * The other roles of ColorBench's multi-agent system: their tags stand on lines of their own, and what is missing is a
 * sentence. Source: ColorBench reference code, `plan_reflect_agent.py`.
 */

export interface PublishedPlan {
  readonly reasoning: string;
  readonly action_plan: string;
}

export interface PublishedReflection {
  readonly action_analysis: string;
  readonly planning_reflection: string;
  readonly execution_reflection: string;
}

/** A planner's answer as published. */
export function readPublishedPlan(answer: string): PublishedPlan {
  return {
    reasoning: tagged(answer, 'reasoning') ?? 'No reasoning provided',
    action_plan: tagged(answer, 'action_plan') ?? 'No action plan provided',
  };
}

/** A reflector's answer as published. */
export function readPublishedReflection(answer: string): PublishedReflection {
  return {
    action_analysis: tagged(answer, 'reasoning') ?? 'No action_analysis provided',
    planning_reflection: tagged(answer, 'planning_reflection') ?? 'No planning_reflection described',
    execution_reflection: tagged(answer, 'execution_reflection') ?? 'No execution_reflection provided',
  };
}

/** A memory's answer as published; null where it has nothing to remember. */
export function readPublishedMemory(answer: string): string | null {
  const memory = tagged(answer, 'memory') ?? 'No memory provided';
  return memory.replaceAll('"', '') === 'None' ? null : memory;
}

/** A memory's answer as the published code for GLM reads it: its pattern takes nothing, so that it never remembers. */
export function readPublishedGlmMemory(answer: string): string {
  return answer.includes('Memory:') ? '' : 'No memory provided';
}

function tagged(answer: string, tag: string): string | null {
  return lazyBetween(answer, `<${tag}>\n`, `\n</${tag}>`);
}
