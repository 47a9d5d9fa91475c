import { describe, expect, it } from 'vitest';
import { DIALECTS } from '../../registry/dialects.js';
import { genericCall } from '../../models/dialects/generic-call/generic-call.js';
import { decodePixels } from '../../observations/pictures/pixels.js';
import { pictureSize } from '../../domain/coordinates/picture-size.js';
import type { ModelRoles } from '../../models/model.js';
import { agentContract, buildAgentContext } from '../../testing/contracts/agent-contract.js';
import { ERRAND, errandEnvironment, openErrandPhone, rowCentre } from '../../testing/phones/errand-phone.js';
import {
  listeningModel,
  requestPictures,
  requestText,
  type ListeningModel,
} from '../../testing/models/listening-model.js';
import { callsOf } from '../../testing/published-loops/published-loop.js';
import { SEEACT_V_EPISODES } from '../../testing/published-loops/seeact-v-episodes.js';
import { walkAgent, type Walk } from '../../testing/walk-agent.js';
import type { Agent } from '../agent.js';
import { SEEACT_V_SET } from './seeact-v-set.js';
import { seeactVDefinition as definition } from './seeact-v.js';

const world = await openErrandPhone();

function agentOf(options: Record<string, unknown> = {}): Agent {
  const of = (family: string) => DIALECTS.get(family)?.create() ?? genericCall.create();
  const { prompts } = definition;
  return definition.create(
    {
      dialectOf: (role) => of(role === 'grounder' ? 'uground' : 'seeact_v'),
      profile: 'tolerant',
      observation: 'native',
      prompts,
    },
    options,
  ).agent;
}

const say = (action: Record<string, unknown>): string =>
  `Reason: it is next\nAction: ${JSON.stringify(action)}`;
const requestAt = (model: ListeningModel, index: number) => model.asked[index] ?? { messages: [] };

/** Answers one after the other, then that the task is done. */
function scripted(...answers: readonly string[]): ListeningModel {
  let call = 0;
  return listeningModel(() => answers[call++] ?? say({ action_type: 'status', goal_status: 'complete' }));
}

/** Finds the first row of the errand's screens, in thousandths. */
function grounder(): ListeningModel {
  return listeningModel(() => {
    const size = { width: 100, height: 200 };
    const [x, y] = rowCentre(0);
    return `(${Math.round((x * 1000) / size.width)}, ${Math.round((y * 1000) / size.height)})`;
  });
}

async function run(agent: Agent, models: ModelRoles, maxSteps = 4): Promise<Walk> {
  await using environment = errandEnvironment(world);
  const task = { ...buildAgentContext().task, instruction: ERRAND };
  return await walkAgent(environment, agent, { models, task, maxSteps });
}

describe('seeact-v', () => {
  const context = () => ({
    models: {
      actor: listeningModel((text) => say({ action_type: 'open_app', app_name: `app ${text.length}` })).model,
      grounder: grounder().model,
      summarise: listeningModel((text) => `It came to ${text.length}.`).model,
    },
  });
  it.each([...agentContract({ agent: () => agentOf(), context })])(
    'keeps the agent contract: it $name',
    async ({ run: check }) => {
      await expect(check()).resolves.toBeUndefined();
    },
  );

  it('touches what it describes where its grounder finds it, and remembers the words', async () => {
    const acting = scripted(say({ action_type: 'click', element: 'the mail' }));
    const finding = grounder();
    const summaries = listeningModel(() => 'It opened.');
    const models = { actor: acting.model, grounder: finding.model, summarise: summaries.model };
    const { states, decisions } = await run(agentOf(), models);
    expect(states.slice(0, 2)).toEqual(['home', 'mail']);
    expect(decisions[0]).toMatchObject({ action: { type: 'tap', target: { description: 'the mail' } } });
    expect(requestText(requestAt(finding, 0))).toContain('Description: the mail');
    expect(requestText(requestAt(acting, 1))).toContain(
      'Step 1- Action selected: {"action_type":"click","element":"the mail"}. It opened.',
    );
  });

  it('squeezes the picture that the grounder sees, unless told to leave it', async () => {
    const sizes = async (options: Record<string, unknown>) => {
      const finding = grounder();
      const acting = scripted(say({ action_type: 'click', element: 'the mail' }));
      const models = { actor: acting.model, grounder: finding.model, summarise: scripted('So.').model };
      await run(agentOf(options), models, 1);
      const [sent = new Uint8Array()] = requestPictures(requestAt(finding, 0));
      return pictureSize(sent);
    };
    expect(await sizes({})).toEqual({ width: 882, height: 1960 });
    expect(await sizes({ grounderPicture: 'dialect' })).toEqual({ width: 100, height: 200 });
  });

  it('sums up with a red dot where it touched before, and the name of the screen after', async () => {
    const acting = scripted(say({ action_type: 'click', element: 'the mail' }), say({ action_type: 'wait' }));
    const summaries = listeningModel(() => 'So.');
    const models = { actor: acting.model, grounder: grounder().model, summarise: summaries.model };
    await run(agentOf(), models, 3);
    const colours = async (picture: Uint8Array = new Uint8Array()): Promise<number[]> => {
      const { data, width } = await decodePixels(picture, { file: 'seen' });
      const [x, y] = rowCentre(0);
      const at = (y * width + x) * 3;
      return Array.from(data.subarray(at, at + 3));
    };
    const [dotted, after] = requestPictures(requestAt(summaries, 0));
    const [plain] = requestPictures(requestAt(summaries, 1));
    const [seen, next] = [requestPictures(requestAt(acting, 0)), requestPictures(requestAt(acting, 1))];
    expect(await colours(dotted)).toEqual([225, 0, 0]);
    expect(dotted).not.toEqual(seen[0]);
    expect(after).not.toEqual(next[0]);
    // A wait has no place.
    expect(plain).toEqual(next[0]);
  });

  it('does nothing where the grounder names no place, and asks nobody to sum that up', async () => {
    const acting = scripted(say({ action_type: 'click', element: 'the mail' }));
    const summaries = listeningModel(() => 'So.');
    const models = {
      actor: acting.model,
      grounder: listeningModel(() => 'There is none.').model,
      summarise: summaries.model,
    };
    const { decisions } = await run(agentOf(), models);
    expect(decisions[0]).toMatchObject({ type: 'format_error', error: { kind: 'invalid_argument' } });
    expect(summaries.asked).toHaveLength(0);
    expect(requestText(requestAt(acting, 1))).toContain('Step 1- The action was none of the list');
  });

  it('gives up when its planner refuses, and spends unreadable answers as steps', async () => {
    const refusing = listeningModel(() => ({ text: '', finishReason: 'refusal' }));
    const models = { actor: refusing.model, grounder: grounder().model, summarise: scripted('So.').model };
    const { decisions } = await run(agentOf(), models);
    expect(decisions).toMatchObject([{ type: 'action', action: { type: 'stop', status: 'infeasible' } }]);
    const { prompts } = definition;
    const parts = {
      dialectOf: () => genericCall.create(),
      profile: 'tolerant',
      observation: 'native',
    } as const;
    expect(definition.create({ ...parts, prompts }, {}).runSettings).toMatchObject({ formatErrors: 'wait' });
  });
});

describe('seeact-v asks and acts as its published code', () => {
  /** What a request says of earlier steps, or what is to be found. */
  const told = (text: string): readonly string[] => {
    const sought =
      /^Description: (.*)$/m.exec(text)?.[1] ?? /^\[seeactv\.grounder description=(.*)\]$/m.exec(text)?.[1];
    if (sought !== undefined) return [sought];
    return (text.match(/Step \d+- .*$/gm) ?? []).slice(-1);
  };
  it.each(SEEACT_V_EPISODES)('where it $name', async (episode) => {
    expect(await callsOf(definition, episode, { linesOf: told })).toEqual(episode.calls);
  });

  it.each(SEEACT_V_EPISODES)('in official texts where it $name', async (episode) => {
    const idsOf = (text: string): readonly string[] => [/^\[([\w.-]+)/m.exec(text)?.[1] ?? 'none'];
    const calls = await callsOf(definition, episode, { linesOf: idsOf, set: SEEACT_V_SET });
    const wanted = episode.calls.map((call) =>
      call
        .replace(/^actor (\[.*?\]).*/, 'actor $1 seeactv.select')
        .replace(/^grounder (\[.*?\]).*/, 'grounder $1 seeactv.grounder')
        .replace(/^summarise (\[.*?\])/, 'summarise $1 seeactv.summary'),
    );
    expect(calls).toEqual(wanted);
  });
});
