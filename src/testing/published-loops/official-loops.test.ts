import { describe, expect, it } from 'vitest';
import { mobileAgentEDefinition } from '../../agents/mobile-agent-e/mobile-agent-e.js';
import { MOBILE_AGENT_E_SET } from '../../agents/mobile-agent-e/mobile-agent-e-set.js';
import { mobileAgentV2Definition } from '../../agents/mobile-agent-v2/mobile-agent-v2.js';
import { MOBILE_AGENT_V2_SET } from '../../agents/mobile-agent-v2/mobile-agent-v2-set.js';
import { mobileAgentV3Definition } from '../../agents/mobile-agent-v3/mobile-agent-v3.js';
import { MOBILE_AGENT_V3_SET } from '../../agents/mobile-agent-v3/mobile-agent-v3-set.js';
import { E_EPISODES } from './e-episodes.js';
import { callsOf } from './published-loop.js';
import { V2_EPISODES } from './v2-episodes.js';
import { V3_EPISODES } from './v3-episodes.js';

/** Texts that each role is asked in: what its own message begins with, behind the system's. */
const CASES = [
  {
    definition: mobileAgentV2Definition,
    set: MOBILE_AGENT_V2_SET,
    episodes: V2_EPISODES,
    texts: {
      actor: ['system.action', 'action'],
      memory: ['system.action', 'action', 'memory'],
      reflector: ['system.reflect', 'reflect'],
      planner: ['system.memory-and-process', 'process'],
    },
  },
  {
    definition: mobileAgentEDefinition,
    set: MOBILE_AGENT_E_SET,
    episodes: E_EPISODES,
    texts: {
      operator: ['operator.system', 'operator.user'],
      manager: ['manager.system', 'manager.user'],
      reflector: ['actionreflector.system', 'actionreflector.user'],
      notetaker: ['notetaker.system', 'notetaker.user'],
      experience: ['experiencereflector*.system', 'experiencereflector*.user'],
    },
  },
  {
    definition: mobileAgentV3Definition,
    set: MOBILE_AGENT_V3_SET,
    episodes: V3_EPISODES,
    texts: {
      executor: ['executor'],
      manager: ['manager'],
      reflector: ['actionreflector'],
      notetaker: ['notetaker'],
    },
  },
].flatMap(({ episodes, ...each }) => episodes.map((episode) => ({ ...each, episode })));

/** The made-up texts that a request is made of, each at the beginning of a line. */
function textsIn(request: string): string[] {
  return [...request.matchAll(/^\[mobile-agent-(?:v2|e|v3)\.([\w.-]+)/gm)].map(([, id = '']) => id);
}

describe('an agent asks in official texts as its published code does', () => {
  it.each(CASES)('$definition.name where it $episode.name', async ({ definition, set, episode, texts }) => {
    const said = await callsOf(definition, episode, {
      linesOf: (text) => [`<${textsIn(text).join(' ')}>`],
      unreadable: definition.name === 'mobile-agent-e' ? 'ends' : 'nothing',
      set,
    });
    const withoutTexts = said.map((call) => call.replace(/ <.*>$/, ''));
    expect(withoutTexts).toEqual(episode.calls.map((call) => call.replace(/(?<=^\w+ \[[\d ]*\]) .*$/, '')));
    for (const call of said.filter((line) => !line.startsWith('>'))) {
      const [, role = '', ids = ''] = /^(\w+) \[.*\] <(.*)>$/.exec(call) ?? [];
      const wanted: Readonly<Record<string, readonly string[] | undefined>> = texts;
      // Shortcuts and tips are asked for one after the other.
      const asked = ids.replaceAll(/(?<=experiencereflector)(?:shortcut|tips)/g, '*');
      expect(asked.split(' ')).toEqual(wanted[role]);
    }
  });
});
