import { describe, expect, it } from 'vitest';
import type { Observation } from '../../../domain/screen.js';
import { DIALECTS } from '../../../registry/dialects.js';
import { genericCall } from '../../../models/dialects/generic-call/generic-call.js';
import type { ModelRequest, ModelRoles } from '../../../models/model.js';
import {
  agentContract,
  buildAgentContext,
  emptyObservation,
} from '../../../testing/contracts/agent-contract.js';
import {
  ERRAND,
  errandEnvironment,
  errandScreenIn,
  openErrandPhone,
  rowCentre,
} from '../../../testing/phones/errand-phone.js';
import {
  listeningModel,
  requestPictures,
  requestText,
  type ListeningModel,
} from '../../../testing/models/listening-model.js';
import { walkAgent } from '../../../testing/walk-agent.js';
import type { Agent } from '../../../agents/agent.js';
import type { AgentParts } from '../../../agents/define-agent.js';
import { odysseyDefinition as definition } from './odyssey.js';

const PARTS: AgentParts = {
  dialectOf: () => genericCall.create(),
  profile: 'tolerant',
  observation: 'native',
  prompts: definition.prompts,
};
const signal = new AbortController().signal;
const world = await openErrandPhone();
const mail = await world.screen('mail')?.picture?.load({ signal });
const isMail = (bytes: Uint8Array): boolean => mail !== undefined && Buffer.compare(bytes, mail) === 0;

const OFF = { actions: false, screenshots: false, context: false };
const ALL = { actions: true, screenshots: true, context: true };
const agentWith = (options: Record<string, unknown>): Agent => definition.create(PARTS, options).agent;
const press = (row: number): string => `Action: Click(${rowCentre(row).join(', ')})`;

/** Where a model learns that the mail has been read, and the code in it. */
interface Source {
  readonly wasRead: (text: string, request: ModelRequest) => boolean;
  readonly code: (text: string, request: ModelRequest) => string;
}

const SOURCES = {
  actions: { wasRead: (text) => /^\d+\. Back\(\)$/m.test(text), code: () => '4271' },
  screenshots: {
    wasRead: (_, request) => requestPictures(request).slice(0, -1).some(isMail),
    code: (_, request) => (requestPictures(request).slice(0, -1).some(isMail) ? '4271' : '0000'),
  },
  context: {
    wasRead: (text) => text.includes('What has been done: So far, the code'),
    code: (text) => /the code (\d{4})/.exec(text)?.[1] ?? '0000',
  },
} as const satisfies Record<string, Source>;

function actor({ wasRead, code }: Source): ListeningModel {
  return listeningModel((text, request) => {
    switch (errandScreenIn(text)) {
      case 'home':
        return press(wasRead(text, request) ? 1 : 0);
      case 'mail':
        return 'Action: Back()';
      case 'door':
        return `Action: Type(${code(text, request)})`;
      case 'typed':
        return press(2);
      case 'open':
        return 'Action: Complete()';
      default:
        return 'Action: Wait()';
    }
  });
}

/** Sums up by carrying on the summary that it is given. */
function summariser(): ListeningModel {
  return listeningModel((text) => {
    const code = /The door code is (\d+)/.exec(text)?.[1] ?? /the code (\d{4})/.exec(text)?.[1];
    return code === undefined ? 'So far, nothing.' : `So far, the code ${code} was found in the mail.`;
  });
}

async function reaches(agent: Agent, models: ModelRoles): Promise<boolean> {
  await using environment = errandEnvironment(world);
  const task = { ...buildAgentContext().task, instruction: ERRAND };
  const { states, decisions } = await walkAgent(environment, agent, { models, task, maxSteps: 12 });
  const last = decisions.at(-1);
  return states.at(-1) === 'open' && last?.type === 'action' && last.action.type === 'stop';
}

describe("GUIOdyssey's agent keeps the agent contract:", () => {
  const context = () => ({
    models: {
      actor: listeningModel((text) => `Action: Type(${text.length})`).model,
      summarise: listeningModel((text) => `So far, ${text.length}.`).model,
    },
  });
  it.each([...agentContract({ agent: () => agentWith(ALL), context })])('it $name', async ({ run }) => {
    await expect(run()).resolves.toBeUndefined();
  });
});

describe("a switch of GUIOdyssey's agent", () => {
  it.each(['actions', 'screenshots', 'context'] as const)(
    '%s makes the difference for a model that takes what it knows from there',
    async (name) => {
      const models = () => ({ actor: actor(SOURCES[name]).model, summarise: summariser().model });
      expect(await reaches(agentWith({ ...OFF, [name]: true }), models())).toBe(true);
      expect(await reaches(agentWith(ALL), models())).toBe(true);
      expect(await reaches(agentWith({ ...ALL, [name]: false }), models())).toBe(false);
    },
  );

  it('window decides how far back a model sees', async () => {
    const models = () => ({ actor: actor(SOURCES.screenshots).model, summarise: summariser().model });
    expect(await reaches(agentWith({ window: 4 }), models())).toBe(true);
    expect(await reaches(agentWith({ window: 1 }), models())).toBe(false);
    expect(await reaches(agentWith({ window: 0 }), models())).toBe(false);
  });

  it('annotated takes the summary of the recording in place of a model that errs', async () => {
    const recorded: Observation = {
      ...emptyObservation(),
      context: 'So far, the code 4271 was found in the mail.',
    };
    const erring = listeningModel(() => 'So far, the code 1111 was found in the mail.');
    const acting = listeningModel((text) => `Action: Type(${SOURCES.context.code(text)})`);
    const context = buildAgentContext({ models: { actor: acting.model, summarise: erring.model } });
    const typed = async (options: Record<string, unknown>): Promise<unknown> => {
      await using episode = await agentWith(options).open(context);
      const first = await episode.decide(recorded, [], { signal });
      const second = await episode.decide(recorded, [{ observation: recorded, decision: first }], { signal });
      return second.type === 'action' ? second.action : null;
    };
    expect(await typed({ context: true, annotated: true })).toMatchObject({ text: '4271' });
    expect(erring.asked).toHaveLength(0);
    expect(await typed({ context: true })).toMatchObject({ text: '1111' });
    // The main condition shows neither.
    expect(await typed({})).toMatchObject({ text: '0000' });
    expect(() => agentWith({ annotated: true })).toThrow('none is');
  });

  it('all rows of the ablation table, and the two that it leaves out, ask other things', async () => {
    const transcripts = new Set<string>();
    for (let row = 0; row < 8; row += 1) {
      const agent = agentWith({ actions: (row & 1) > 0, screenshots: (row & 2) > 0, context: (row & 4) > 0 });
      const heard = { actor: actor(SOURCES.actions), summarise: summariser() };
      const { actor: acting, summarise } = heard;
      const models: ModelRoles = {
        actor: acting.model,
        ...(agent.needs.models.includes('summarise') ? { summarise: summarise.model } : {}),
      };
      await reaches(agent, models);
      const asked = acting.asked.map((request) => [requestText(request), requestPictures(request).length]);
      transcripts.add(JSON.stringify([asked.slice(0, 4), summarise.asked.length > 0]));
    }
    expect(transcripts.size).toBe(8);
  });
});

describe("GUIOdyssey's agent", () => {
  it.each([
    [
      {},
      'actions+screenshots',
      4,
      "actions and screenshots, of the latest 4 steps (the paper's main condition)",
    ],
    [{ window: 1 }, 'actions+screenshots', 1, 'actions and screenshots, of the latest 1 step'],
    [
      { context: true },
      'actions+screenshots+context',
      4,
      'actions and screenshots and context, of the latest 4 steps',
    ],
    [
      { actions: false, screenshots: false, context: true, annotated: true },
      'annotated context',
      0,
      'annotated context',
    ],
    [OFF, 'none', 0, 'nothing'],
  ])('with %j names in a run what is shown', (options, kind, length, words) => {
    const { runSettings, notes } = definition.create(PARTS, options);
    expect(runSettings.history).toEqual({ kind, length });
    expect(notes?.[0]).toBe(`history shown to the model: ${words}`);
    expect(notes).toHaveLength('annotated' in options ? 2 : 1);
  });

  it('shows the last four screenshots, oldest first, before the current one, as small as asked for', async () => {
    const acting = listeningModel(() => 'Action: Wait()');
    await reaches(agentWith({ context: false }), { actor: acting.model });
    expect(acting.asked.map((request) => requestPictures(request).length).slice(0, 7)).toEqual([
      1, 2, 3, 4, 5, 5, 5,
    ]);
    const small = listeningModel(() => 'Action: Wait()');
    await reaches(agentWith({ context: false, historySide: 50 }), { actor: small.model });
    const [earlier, current] = requestPictures(small.asked[1] ?? { messages: [] });
    // Width and height of a PNG stand behind its first 16 bytes.
    expect(Buffer.from(earlier ?? []).readUInt32BE(20)).toBe(50);
    expect(Buffer.from(current ?? []).readUInt32BE(20)).toBe(200);
  });

  it('shows earlier pictures in the place that its dialect has for them', async () => {
    const dialect =
      DIALECTS.get('odyssey_command')?.create({ variant: 'odyssey_agent' }) ?? genericCall.create();
    const ask = async (options: Record<string, unknown>): Promise<ModelRequest> => {
      const acting = listeningModel(() => 'SCROLL: UP');
      const { agent } = definition.create(
        { ...PARTS, dialectOf: () => dialect },
        { context: false, ...options },
      );
      await reaches(agent, { actor: acting.model });
      return acting.asked[5] ?? { messages: [] };
    };
    const both = await ask({});
    expect(requestText(both)).not.toContain('oldest first');
    expect(requestText(both)).toContain(
      'Previous Actions: 1. SCROLL: UP\n2. SCROLL: UP\n3. SCROLL: UP\n4. SCROLL: UP',
    );
    expect(requestPictures(both)).toHaveLength(5);
    const bare = await ask({ actions: false });
    expect(requestText(bare)).toContain('Previous Actions: None');
    expect(requestPictures(bare)).toHaveLength(5);
    const told = await ask({ screenshots: false });
    expect(requestText(told)).toContain('Previous screenshots: None');
    expect(requestPictures(told)).toHaveLength(1);
  });

  it('carries a summary on from step to step, and keeps the old one where nothing is said', async () => {
    const summaries = listeningModel((text) =>
      text.includes('just begun') ? '<think>hm</think> So far, A.' : '',
    );
    const acting = listeningModel(() => 'Action: Wait()');
    await using environment = errandEnvironment(world);
    const models = { actor: acting.model, summarise: summaries.model };
    const { decisions } = await walkAgent(environment, agentWith(ALL), { models, maxSteps: 3 });
    expect(decisions.map(({ memory }) => (memory as { context: string }).context)).toEqual([
      'The task has just begun, nothing has been done.',
      'So far, A.',
      'So far, A.',
    ]);
    const asked = requestText(summaries.asked[1] ?? { messages: [] });
    expect(asked).toContain('Summary before the last action: So far, A.');
    expect(asked).toContain('Last action: Wait()');
    expect(requestPictures(summaries.asked[0] ?? { messages: [] })).toHaveLength(2);
  });
});
