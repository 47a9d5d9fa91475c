import { describe, expect, it } from 'vitest';
import { llmPlannerAgent } from '../../benchmarks/sphinx/agents/llm-planner.js';
import { reactAgent } from '../../benchmarks/sphinx/agents/react.js';
import { reflexionAgent } from '../../benchmarks/sphinx/agents/reflexion.js';
import { callsOf } from './published-loop.js';
import { PLANNER_EPISODES, REACT_EPISODES, REFLEXION_EPISODES } from './sphinx-episodes.js';

const CASES = [
  { definition: reflexionAgent, episodes: REFLEXION_EPISODES },
  { definition: llmPlannerAgent, episodes: PLANNER_EPISODES },
  { definition: reactAgent, episodes: REACT_EPISODES },
].flatMap(({ episodes, ...each }) => episodes.map((episode) => ({ ...each, episode })));

/** The last action, and for the planner's actor the step of the plan. */
function told(text: string): string[] {
  const step = /^CURRENT STEP: (.*)$/m.exec(text)?.[1];
  // The prompt says first what it will name.
  const [, last = ''] = [...text.matchAll(/^(?:PREVIOUS ACTION|Last action): (.*)$/gm)].at(-1) ?? [];
  return [step ?? last];
}

describe('an agent of SPHINX asks and acts as its published code does', () => {
  it.each(CASES)('$definition.name where it $episode.name', async ({ definition, episode }) => {
    const how = { linesOf: told, unreadable: 'ends' } as const;
    expect(await callsOf(definition, episode, how)).toEqual(episode.calls);
  });
});
