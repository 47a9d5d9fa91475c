import { describe, expect, it } from 'vitest';
import { AppDocuments, ElementDocumentSchema } from '../../domain/app-documents.js';
import type { HistoryEntry } from '../agent.js';
import type { Decision } from '../../domain/decision.js';
import type { ModelRequest } from '../../models/model.js';
import { agentContract, buildAgentContext } from '../../testing/contracts/agent-contract.js';
import { requestPictures, requestText } from '../../testing/models/listening-model.js';
import { hierarchyXml, uiNode } from '../../testing/hierarchy-xml.js';
import { makeAgent } from '../../testing/make-agent.js';
import {
  listeningModels,
  playToyPhone,
  toyObservation,
  toyScreenIn,
  type ToyPhone,
} from '../../testing/phones/toy-phone.js';
import { appAgentDefinition } from './appagent.js';
import { appAgentExplore } from './appagent-explore.js';

const PHONE: ToyPhone = {
  home: [{ label: 'A' }, { label: 'B', to: 'wrong' }, { label: 'C', to: 'vault' }],
  wrong: [{ label: 'D' }],
  vault: [{ label: 'E' }],
};
const TASK = { goal: 'vault', instruction: 'Open the vault' };

const say = (call: string, summary: string): string =>
  `Observation: a screen\nThought: try it\nAction: ${call}\nSummary: ${summary}`;

const screenIn = (request: ModelRequest, index: number): Promise<string | null> => {
  const picture = requestPictures(request)[index];
  return picture === undefined ? Promise.resolve(null) : toyScreenIn(PHONE, picture);
};

/** Tries the first element that has a label. */
const actor = async (_: string, request: ModelRequest): Promise<string> =>
  (await screenIn(request, 0)) === 'vault' ? say('FINISH', 'Done.') : say('tap(1)', 'I tapped the first.');

/** Says what changed between its two pictures. */
const reflector = async (_: string, request: ModelRequest): Promise<string> => {
  const [before, after] = [await screenIn(request, 0), await screenIn(request, 1)];
  if (before === after) return 'Decision: INEFFECTIVE\nThought: nothing';
  const decision = after === 'wrong' ? 'BACK' : 'SUCCESS';
  return `Decision: ${decision}\nThought: it moved\nDocumentation: Leads to the ${after}.`;
};

async function explore(
  options: Record<string, unknown> = {},
  roles = { actor, reflector },
  { maxSteps = 12, ...parts }: Parameters<typeof makeAgent>[2] & { readonly maxSteps?: number } = {},
) {
  const { models, asked } = listeningModels(roles);
  const agent = makeAgent(appAgentExplore, options, parts);
  const played = await playToyPhone(agent, PHONE, { ...TASK, models, maxSteps });
  return { played, asked, roles: asked.map(({ role }) => role) };
}

function documentsOf(decisions: readonly Decision[]): AppDocuments {
  const documents = new AppDocuments();
  for (const { memory } of decisions) {
    const learned = ElementDocumentSchema.safeParse((memory as { learned?: unknown } | undefined)?.learned);
    if (learned.success) documents.add(learned.data);
  }
  return documents;
}

describe('appagent-explore keeps the agent contract:', () => {
  it.each([
    ...agentContract({
      agent: () => makeAgent(appAgentExplore),
      context: () => ({ models: listeningModels({ actor, reflector }).models }),
      observations: ['home', 'home', 'wrong', 'home', 'vault', 'vault'].map((name) =>
        toyObservation(PHONE, name),
      ),
    }),
  ])('it $name', async ({ run }) => {
    await expect(run()).resolves.toBeUndefined();
  });
});

describe('appagent-explore', () => {
  it('drops what leads nowhere, goes back from where it went astray, and writes down the rest', async () => {
    const { played, roles } = await explore();
    // First nothing happens; then the label 1 is the next element, which leads astray; then the next, which leads on.
    expect(played).toMatchObject({ solved: true, screens: ['home', 'home', 'wrong', 'home', 'vault'] });
    expect(roles).toEqual(['actor', 'reflector', 'actor', 'reflector', 'actor', 'reflector', 'actor']);
    expect(played.decisions[2]).toMatchObject({
      action: { type: 'key', key: 'BACK' },
      memory: { judged: 'BACK' },
    });
    expect(
      documentsOf(played.decisions)
        .all()
        .map(({ slot, text }) => `${slot}: ${text}`),
    ).toEqual(['tap: Leads to the wrong.', 'tap: Leads to the vault.']);
  });

  it('shows the reflector both pictures, the second with the labels of the first', async () => {
    const { asked } = await explore();
    const judged = asked.filter(({ role }) => role === 'reflector').map(({ request }) => request);
    expect(judged.map((request) => requestPictures(request).length)).toEqual([2, 2, 2]);
    expect(await screenIn(judged[1] ?? { messages: [] }, 0)).toBe('home');
    expect(await screenIn(judged[1] ?? { messages: [] }, 1)).toBe('wrong');
    expect(requestText(judged[0] ?? { messages: [] })).toMatch(
      /Open the vault[^]*Element 1 was just used: tapped/,
    );
  });

  it('tells the actor its summary, unless what it sums up led nowhere', async () => {
    const twice = async (text: string, request: ModelRequest): Promise<string> =>
      (await reflector(text, request)).replace('BACK', 'CONTINUE');
    const { asked } = await explore({}, { actor, reflector: twice });
    const texts = asked.filter(({ role }) => role === 'actor').map(({ request }) => requestText(request));
    expect(texts[0]).toContain('What you have done so far: None');
    expect(texts[1]).toContain('What you have done so far: None');
  });

  it('ends where nobody can tell what its action did', async () => {
    const { played } = await explore({}, { actor, reflector: async () => 'hm' });
    expect(played.decisions).toMatchObject([
      { action: { type: 'tap' } },
      { action: { type: 'stop', status: 'interrupted', warnings: ['malformed_reflection'] } },
    ]);
  });

  it('types without being judged', async () => {
    const types = async (): Promise<string> => say('text("hello")', 'I typed.');
    const { roles } = await explore({ rounds: 2 }, { actor: types, reflector });
    expect(roles).toEqual(['actor', 'actor']);
  });

  it('ends after its rounds, the last of which is judged', async () => {
    const { played, roles } = await explore({ rounds: 2 });
    expect(roles).toEqual(['actor', 'reflector', 'actor', 'reflector']);
    expect(played.decisions.map((decision) => decision.type === 'action' && decision.action.type)).toEqual([
      'tap',
      'tap',
      'key',
      'stop',
    ]);
  });

  it('writes documents that let AppAgent do at once what it had to find out', async () => {
    const documents = documentsOf((await explore()).played.decisions);
    const reader = async (text: string, request: ModelRequest): Promise<string> =>
      (await screenIn(request, 0)) === 'vault'
        ? say('FINISH', 'Done.')
        : say(`tap(${/Element (\d+), tapped: Leads to the vault/.exec(text)?.[1] ?? '1'})`, 'I tapped.');
    const play = async (known: AppDocuments | null) => {
      const { models } = listeningModels({ actor: reader });
      return playToyPhone(makeAgent(appAgentDefinition(known)), PHONE, { ...TASK, models });
    };
    expect(await play(documents)).toMatchObject({ solved: true, screens: ['home', 'vault'] });
    expect((await play(null)).solved).toBe(false);
  });
});

describe('appagent-explore, as its code does it,', () => {
  const published = { profile: appAgentExplore.parsing ?? 'tolerant' } as const;

  it('ends at grid()', async () => {
    const grids = async (): Promise<string> => say('grid()', 'I look closer.');
    const { played } = await explore({}, { actor: grids, reflector }, published);
    expect(played.decisions).toMatchObject([
      { action: { type: 'stop', status: 'interrupted', warnings: ['grid_while_exploring'] } },
    ]);
    const { played: on } = await explore({ endsAtGrid: false, rounds: 2 }, { actor: grids, reflector });
    expect(on.decisions.map((decision) => decision.type === 'action' && decision.action.type)).toEqual([
      'grid_overlay',
      'grid_overlay',
      'stop',
    ]);
  });

  it('types into the field that has the focus, whichever is named', async () => {
    const types = async (): Promise<string> => say('text(2, "hello")', 'I typed.');
    const parts = { ...published, dialect: 'appagent@sphinx' };
    const typed = async (options: Record<string, unknown>) => {
      const { played } = await explore({ rounds: 1, ...options }, { actor: types, reflector }, parts);
      const [decision] = played.decisions;
      return decision?.type === 'action' ? decision.action : null;
    };
    expect(await typed({})).not.toHaveProperty('target');
    expect(await typed({})).toMatchObject({ type: 'type', text: 'hello' });
    expect(await typed({ tapsBeforeTyping: true })).toMatchObject({ target: { element: 2 } });
  });

  it('reads judgements to the letter', async () => {
    const judges = async (answer: string, dialect = 'appagent') =>
      (await explore({ rounds: 1 }, { actor, reflector: async () => answer }, { ...published, dialect }))
        .played.decisions[1];
    const unreadable = { action: { type: 'stop', warnings: ['malformed_reflection'] } };
    expect(await judges('Decision: INEFFECTIVE\nThought: t')).toMatchObject({
      memory: { judged: 'INEFFECTIVE' },
    });
    expect(await judges('Decision: INEFFECTIVE')).toMatchObject(unreadable);
    expect(await judges('Decision: ineffective\nThought: t')).toMatchObject(unreadable);
    expect(await judges('Decision: SUCCESS \nThought: t\nDocumentation: d')).toMatchObject(unreadable);
    expect(
      await judges('Decision:  \n SUCCESS \nThought: t\nDocumentation: d', 'appagent@sphinx'),
    ).toMatchObject({
      memory: { judged: 'SUCCESS', learned: { text: 'd' } },
    });
  });

  it('names the label that was used where several elements share a name', async () => {
    const phone: ToyPhone = { home: [{ label: 'A' }, { label: 'B' }] };
    const twins = hierarchyXml([
      uiNode({ class: 'Root', bounds: '[0,0][240,480]' }, [
        uiNode({ index: '0', class: 'Row', clickable: 'true', bounds: '[0,0][100,50]' }),
        uiNode({ index: '0', class: 'Row', clickable: 'true', bounds: '[0,100][100,150]' }),
      ]),
    ]);
    const { models, asked } = listeningModels({
      actor: () => say('tap(2)', 'I tapped.'),
      reflector: () => 'Decision: SUCCESS\nThought: t\nDocumentation: d',
    });
    const seen = toyObservation(phone, 'home');
    const hierarchy = { mediaType: 'text/xml', load: async () => new TextEncoder().encode(twins) };
    const observation = { screen: { ...seen.screen, hierarchy } };
    await using episode = await makeAgent(appAgentExplore).open(buildAgentContext({ models }));
    const { signal } = new AbortController();
    const decision = await episode.decide(observation, [], { signal });
    await episode.decide(observation, [{ observation, decision }], { signal });
    expect(requestText(asked[1]?.request ?? { messages: [] })).toContain('Element 2 was just used');
  });
});

describe('a switch of appagent-explore', () => {
  it('dropUseless=false keeps the labels of elements that led nowhere, and it never gets on', async () => {
    const [on, off] = [await explore(), await explore({ dropUseless: false })];
    expect([on.played.solved, off.played.solved]).toEqual([true, false]);
    const second = ({ asked }: typeof on): unknown =>
      requestPictures(asked.filter(({ role }) => role === 'actor')[1]?.request ?? { messages: [] })[0];
    expect(second(off)).not.toEqual(second(on));
  });

  it('reflect=false asks the actor alone and learns nothing', async () => {
    const { played, roles } = await explore({ reflect: false, rounds: 4 });
    expect(new Set(roles)).toEqual(new Set(['actor']));
    expect(played.solved).toBe(false);
    expect(documentsOf(played.decisions).all()).toEqual([]);
    expect(makeAgent(appAgentExplore, { reflect: false }).needs.models).toEqual(['actor']);
  });
});

describe('appagent-explore on an app of which there are recordings alone', () => {
  /** Decides at each of these screens in turn; `?` marks one that shows nothing of the action before it. */
  async function explored(actorSays: (labels: string) => string, screens: readonly string[]) {
    const { models, asked } = listeningModels({
      actor: (text: string) => Promise.resolve(actorSays(text)),
      reflector,
    });
    const agent = makeAgent(appAgentExplore, {});
    await using episode = await agent.open(buildAgentContext({ models }));
    const history: HistoryEntry[] = [];
    for (const name of screens) {
      const seen = toyObservation(PHONE, name.replace('?', ''));
      const observation = name.endsWith('?') ? { ...seen, isUnrecorded: true as const } : seen;
      const decision = await episode.decide(observation, history, { signal: new AbortController().signal });
      history.push({ observation, decision });
    }
    return { decisions: history.map(({ decision }) => decision), roles: asked.map(({ role }) => role) };
  }
  const names = (decisions: readonly Decision[]): unknown[] =>
    decisions.map(
      (decision) => (decision.memory as { touched?: { element: string } } | undefined)?.touched?.element,
    );

  it('says of itself that it explores', () => {
    expect(makeAgent(appAgentExplore, {}).needs.explores).toBe(true);
  });

  it('asks nobody about a try that nobody recorded, writes nothing, and tries the next element there', async () => {
    const screens = ['home', 'home?', 'home?', 'wrong'];
    const { decisions, roles } = await explored(() => say('tap(1)', 'I tapped the first.'), screens);
    expect(roles).toEqual(['actor', 'actor', 'actor', 'reflector']);
    const [first, second, third] = names(decisions);
    expect(new Set([first, second, third]).size).toBe(3);
    expect(documentsOf(decisions).all()).toHaveLength(1);
  });

  it('gives an element its label back on another screen', async () => {
    const { decisions } = await explored(
      () => say('tap(1)', 'I tapped the first.'),
      ['vault', 'vault?', 'wrong'],
    );
    expect(decisions[1]).toMatchObject({ action: { type: 'key', key: 'BACK' } });
    const [first, , third] = names(decisions);
    expect([first, third]).toEqual([expect.any(String), first]);
  });

  it('goes back where everything was tried, and stops where that leads there again', async () => {
    const { decisions, roles } = await explored(
      () => say('tap(1)', 'I tapped the first.'),
      ['vault', 'vault?', 'vault?'],
    );
    expect(decisions.map((decision) => (decision.type === 'action' ? decision.action : null))).toMatchObject([
      { type: 'tap' },
      { type: 'key', key: 'BACK' },
      { type: 'stop' },
    ]);
    expect(roles).toEqual(['actor']);
  });
});
