import { describe, expect, it } from 'vitest';
import { appAgent } from '../../agents/appagent/appagent.js';
import { appAgentExplore } from '../../agents/appagent/appagent-explore.js';
import { APPAGENT_EXPLORE_SET, APPAGENT_SET } from '../../agents/appagent/appagent-prompt-sets.js';
import { APPAGENT_EPISODES, APPAGENT_EXPLORE_EPISODES } from './appagent-episodes.js';
import { callsOf } from './published-loop.js';

const CASES = [
  { definition: appAgent, set: APPAGENT_SET, episodes: APPAGENT_EPISODES },
  { definition: appAgentExplore, set: APPAGENT_EXPLORE_SET, episodes: APPAGENT_EXPLORE_EPISODES },
].flatMap(({ episodes, ...each }) => episodes.map((episode) => ({ ...each, episode })));

/** What the actor is told that it has done, in our words or as a value of an official text. */
function past(text: string): string[] {
  const [, own, official] =
    /done so far: (.*)|\[appagent\.(?!self-explore-reflect)[\w.-]+ last_act=(.*?); task/.exec(text) ?? [];
  const told = own ?? official;
  return told === undefined ? [] : [told];
}

describe('an agent asks and acts as its published code does', () => {
  it.each(CASES)('$definition.name where it $episode.name', async ({ definition, episode }) => {
    const how = { linesOf: past, unreadable: 'ends', screens: 'nearest' } as const;
    expect(await callsOf(definition, episode, how)).toEqual(episode.calls);
  });

  it.each(CASES)(
    '$definition.name in official texts where it $episode.name',
    async ({ definition, episode, set }) => {
      const how = { linesOf: past, unreadable: 'ends', screens: 'nearest', set } as const;
      expect(await callsOf(definition, episode, how)).toEqual(episode.calls);
    },
  );
});
