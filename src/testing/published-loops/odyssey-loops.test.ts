import { describe, expect, it } from 'vitest';
import { odysseyDefinition } from '../../benchmarks/guiodyssey/agent/odyssey.js';
import { ODYSSEY_AGENT_SETS } from '../../benchmarks/guiodyssey/prompt-sets/odyssey-agent-set.js';
import { ODYSSEY_EPISODES } from './odyssey-episodes.js';
import { callsOf } from './published-loop.js';

const [SENT] = ODYSSEY_AGENT_SETS;

/** The commands that a request tells of, each on its line. */
function commands(text: string): string[] {
  return [/Previous Actions: ([^]*?)\s*Provide/.exec(text)?.[1] ?? 'not said'];
}

/** The same, of made-up texts. */
function officialCommands(text: string): string[] {
  const lines = [...text.matchAll(/\[odyssey\.history\.line hi=([^]*?); idx\+1=(\d+)\]/g)];
  return [lines.map(([, command, number]) => `${number}. ${command}`).join('\n') || 'None'];
}

describe("GUIOdyssey's agent asks as its published code does", () => {
  it.each(ODYSSEY_EPISODES)('where it $name', async (episode) => {
    expect(await callsOf(odysseyDefinition, episode, { linesOf: commands })).toEqual(episode.calls);
  });

  it.each(ODYSSEY_EPISODES)('in official texts where it $name', async (episode) => {
    if (SENT === undefined) throw new Error('there is no set');
    const calls = await callsOf(odysseyDefinition, episode, { linesOf: officialCommands, set: SENT });
    // Made-up texts have no places for pictures.
    const withoutPictures = (call: string): string => call.replace(/^actor \[[\d ]*\]/, 'actor');
    expect(calls.map(withoutPictures)).toEqual(episode.calls.map(withoutPictures));
  });
});
