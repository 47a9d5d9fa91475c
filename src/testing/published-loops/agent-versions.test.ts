import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { appAgentExplore } from '../../agents/appagent/appagent-explore.js';
import { appAgent } from '../../agents/appagent/appagent.js';
import { m3aDefinition, t3aDefinition } from '../../agents/m3a/m3a.js';
import { mobileAgentEDefinition } from '../../agents/mobile-agent-e/mobile-agent-e.js';
import { mobileAgentV2Definition } from '../../agents/mobile-agent-v2/mobile-agent-v2.js';
import { mobileAgentV3Definition } from '../../agents/mobile-agent-v3/mobile-agent-v3.js';
import { seeactVDefinition } from '../../agents/seeact-v/seeact-v.js';
import { seeactDefinition } from '../../agents/seeact/seeact.js';
import { colorbenchMultiAgentDefinition } from '../../benchmarks/colorbench/multi-agent/colorbench-multi-agent.js';
import { odysseyDefinition } from '../../benchmarks/guiodyssey/agent/odyssey.js';
import { llmPlannerAgent } from '../../benchmarks/sphinx/agents/llm-planner.js';
import { reactAgent } from '../../benchmarks/sphinx/agents/react.js';
import { reflexionAgent } from '../../benchmarks/sphinx/agents/reflexion.js';
import { makeAgent } from '../make-agent.js';
import { APPAGENT_EPISODES, APPAGENT_EXPLORE_EPISODES } from './appagent-episodes.js';
import { COLORBENCH_EPISODES } from './colorbench-episodes.js';
import { E_EPISODES } from './e-episodes.js';
import { M3A_EPISODES } from './m3a-episodes.js';
import { ODYSSEY_EPISODES } from './odyssey-episodes.js';
import type { PublishedEpisode } from './published-loop.js';
import { SEEACT_EPISODES } from './seeact-episodes.js';
import { SEEACT_V_EPISODES } from './seeact-v-episodes.js';
import { PLANNER_EPISODES, REACT_EPISODES, REFLEXION_EPISODES } from './sphinx-episodes.js';
import { T3A_EPISODES } from './t3a-episodes.js';
import { V2_EPISODES } from './v2-episodes.js';
import { V3_EPISODES } from './v3-episodes.js';

/**
 * Version of each agent, and a digest of what it asks and does in its episodes, which tests hold it to. Where the digest changes because
 * the agent does, raise the version too: else results of runs made before cannot be told apart.
 */
const CASES = [
  { definition: appAgent, episodes: APPAGENT_EPISODES, version: '2', digest: '61560ec69f9c' },
  { definition: appAgentExplore, episodes: APPAGENT_EXPLORE_EPISODES, version: '2', digest: '01fc3a7b07e3' },
  {
    definition: colorbenchMultiAgentDefinition,
    episodes: COLORBENCH_EPISODES,
    version: '2',
    digest: '24d8201fa242',
  },
  { definition: llmPlannerAgent, episodes: PLANNER_EPISODES, version: '2', digest: '53b20d9d830f' },
  { definition: m3aDefinition, episodes: M3A_EPISODES, version: '2', digest: '5187704175ab' },
  { definition: mobileAgentEDefinition, episodes: E_EPISODES, version: '2', digest: '92f31c143f83' },
  { definition: mobileAgentV2Definition, episodes: V2_EPISODES, version: '2', digest: 'bd94f9fe78ec' },
  { definition: mobileAgentV3Definition, episodes: V3_EPISODES, version: '1', digest: '3ec99638f2b4' },
  { definition: odysseyDefinition, episodes: ODYSSEY_EPISODES, version: '2', digest: 'a9415e1f12b4' },
  { definition: reactAgent, episodes: REACT_EPISODES, version: '2', digest: 'ff24fe5c014c' },
  { definition: reflexionAgent, episodes: REFLEXION_EPISODES, version: '2', digest: '97ec9fd41fe6' },
  { definition: seeactDefinition, episodes: SEEACT_EPISODES, version: '2', digest: 'e8aa9fa6d543' },
  { definition: seeactVDefinition, episodes: SEEACT_V_EPISODES, version: '1', digest: '6ed5d9ea5ee7' },
  { definition: t3aDefinition, episodes: T3A_EPISODES, version: '2', digest: '29605bb672c3' },
].map((each) => ({ ...each, name: each.definition.name }));

function digestOf(episodes: readonly PublishedEpisode[]): string {
  const told = episodes.map(({ task, steps, answers, calls }) => ({ task, steps, answers, calls }));
  return createHash('sha256').update(JSON.stringify(told)).digest('hex').slice(0, 12);
}

describe('the version of an agent goes with what it does', () => {
  it.each(CASES)('$name', ({ definition, episodes, version, digest }) => {
    const agent = makeAgent(definition);
    expect({ version: agent.version, digest: digestOf(episodes) }).toEqual({ version, digest });
  });
});
