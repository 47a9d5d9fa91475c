import { describe, expect, it } from 'vitest';
import { colorbenchMultiAgentDefinition } from '../../benchmarks/colorbench/multi-agent/colorbench-multi-agent.js';
import { MULTI_AGENT_SET } from '../../benchmarks/colorbench/prompt-sets/multi-agent-set.js';
import { COLORBENCH_EPISODES } from './colorbench-episodes.js';
import { callsOf } from './published-loop.js';

/** What a role is told of earlier steps, as a value of an official text. */
function progress(text: string): string[] {
  const [, told = ''] = /history_context=([^]*?); history_memory=/.exec(text) ?? [];
  return told === '' ? [] : [told];
}

describe("ColorBench's multi-agent system asks and acts as its published code does", () => {
  it.each(COLORBENCH_EPISODES)('where it $name', async (episode) => {
    const said = await callsOf(colorbenchMultiAgentDefinition, episode, {
      linesOf: () => [],
      unreadable: 'ends',
    });
    expect(said).toEqual(episode.calls.map((call) => call.replace(/(?<=^\w+ \[[\d ]*\]) [^]*$/, '')));
  });

  it.each(COLORBENCH_EPISODES)('in official texts where it $name', async (episode) => {
    const how = { linesOf: progress, unreadable: 'ends', set: MULTI_AGENT_SET } as const;
    expect(await callsOf(colorbenchMultiAgentDefinition, episode, how)).toEqual(episode.calls);
  });
});
