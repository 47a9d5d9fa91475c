import { describe, expect, it } from 'vitest';
import { readActions } from '../../../agents/prompting/read-answer.js';
import { DIALECTS } from '../../../registry/dialects.js';
import type { ModelRequest } from '../../../models/model.js';
import type { ScriptedAnswer } from '../../../models/scripted.js';
import { agentContract, emptyObservation } from '../../../testing/contracts/agent-contract.js';
import { requestPictures, requestText } from '../../../testing/models/listening-model.js';
import { makeAgent } from '../../../testing/make-agent.js';
import {
  listeningModels,
  playToyPhone,
  toyObservation,
  toyScreenIn,
  type ToyPhone,
} from '../../../testing/phones/toy-phone.js';
import { plannerGrounderAgent } from './planner-grounder.js';

const PHONE: ToyPhone = {
  home: [{ label: 'Left' }, { label: 'Vault', to: 'vault' }],
  vault: [{ label: 'Gold' }],
};
const TASK = { goal: 'vault', instruction: 'Open the vault', maxSteps: 4 };
interface OfferedTool {
  readonly function: { readonly parameters: { readonly properties: Readonly<Record<string, unknown>> } };
}
const NONE: ModelRequest = { messages: [] };

/** Knows what to touch, and no numbers. */
const planner = async (_: string, request: ModelRequest): Promise<string> => {
  const [picture] = requestPictures(request);
  const screen = picture === undefined ? null : await toyScreenIn(PHONE, picture);
  return screen === 'vault'
    ? 'Reason: I am there.\nAction: TASK_COMPLETE[]'
    : 'Reason: It leads on.\nAction: CLICK[the vault button]';
};

/** Knows where things are, and nothing of tasks. */
const grounder = (text: string): string => {
  const found = /(?:Click icon|Description): the vault button/.test(text);
  if (text.includes('Answer:')) return found ? '(500, 188)' : '(-1, -1)';
  const coordinate = found ? '[120, 90]' : '[]';
  return `<action>\n{"name": "mobile_use", "arguments": {"action": "click", "coordinate": ${coordinate}}}\n</action>`;
};

async function play(
  options: Record<string, unknown> = {},
  roles: Record<
    string,
    (text: string, request: ModelRequest) => ScriptedAnswer | Promise<ScriptedAnswer>
  > = {},
) {
  const { models, asked } = listeningModels({ planner, grounder, ...roles });
  const played = await playToyPhone(makeAgent(plannerGrounderAgent, options), PHONE, { ...TASK, models });
  const grounding = asked.find(({ role }) => role === 'grounder')?.request ?? NONE;
  return { played, roles: asked.map(({ role }) => role), grounding };
}

describe('planner-grounder keeps the agent contract:', () => {
  it.each([
    ...agentContract({
      agent: () => makeAgent(plannerGrounderAgent),
      context: () => ({ models: listeningModels({ planner, grounder }).models }),
      observations: [
        ...['home', 'home', 'vault'].map((name) => toyObservation(PHONE, name)),
        emptyObservation(),
      ],
    }),
  ])('it $name', async ({ run }) => {
    await expect(run()).resolves.toBeUndefined();
  });
});

describe('planner-grounder', () => {
  it.each(['mobile_use', 'point'])(
    'touches what the planner describes, where the grounder finds it: form %s',
    async (form) => {
      const { played, roles, grounding } = await play({ form });
      expect(played).toMatchObject({
        solved: true,
        decisions: [
          {
            action: {
              type: 'tap',
              target: { type: 'point', description: 'the vault button' },
            },
          },
          { action: { type: 'stop' } },
        ],
      });
      expect(roles).toEqual(['planner', 'grounder', 'planner']);
      const text = requestText(grounding);
      expect(text).toContain('the vault button');
      expect(text).toContain('It leads on.');
      expect(text).not.toContain('Open the vault');
      expect(requestPictures(grounding)).toHaveLength(1);
      expect(grounding).toMatchObject({ temperature: 0, maxOutputTokens: 1024 });
    },
  );

  it('offers the grounder nothing but click and long_press', async () => {
    const text = requestText((await play()).grounding);
    expect(text).toContain('"enum":["click","long_press"]');
    expect(text).toContain('240x480');
    const [, tool = ''] = /<tools>\n(.*)\n<\/tools>/.exec(text) ?? [];
    const { properties } = (JSON.parse(tool) as OfferedTool).function.parameters;
    expect(Object.keys(properties)).toEqual(['action', 'coordinate', 'time']);
    expect(tool).not.toMatch(/swipe|coordinate2|"enum":\[\]|terminate|system_button/);
  });

  it.each(['SWIPE[UP]', 'TYPE[vault]', 'OPEN[Vault]', 'PRESS_BACK', 'WAIT[1]'])(
    'asks no grounder about %s',
    async (call) => {
      const { roles } = await play({}, { planner: () => `Reason: r\nAction: ${call}` });
      expect(new Set(roles)).toEqual(new Set(['planner']));
    },
  );

  it('touches nothing where nothing is found, which is no format error, and continues', async () => {
    const { played, roles } = await play({}, { grounder: () => 'I cannot see it' });
    expect(played.solved).toBe(false);
    expect(played.decisions).toHaveLength(4);
    expect(played.decisions[0]).toMatchObject({
      type: 'action',
      action: { type: 'tap', target: { type: 'description' }, warnings: ['grounding_failed'] },
    });
    // Once each: another attempt would have to be asked for.
    expect(roles.slice(0, 4)).toEqual(['planner', 'grounder', 'planner', 'grounder']);
  });

  it('keeps the errors of its planner apart', async () => {
    const { played, roles } = await play({}, { planner: () => 'hm' });
    expect(played.decisions).toMatchObject([{ type: 'format_error' }]);
    expect(roles).toEqual(['planner']);
  });

  it('tells the planner later what it described', async () => {
    const seen: string[] = [];
    await play(
      {},
      {
        planner: (text, request) => {
          seen.push(text);
          return planner(text, request);
        },
      },
    );
    expect(seen[1]).toContain('Action: CLICK[the vault button]');
  });

  it('reads an answer of the grounder by the reader of its own family', () => {
    const dialect = DIALECTS.get('qwen25_mobile_use')?.create({ variant: 'colorbench' });
    if (dialect === undefined) throw new Error('there is no such dialect');
    const read = readActions(
      {
        text: grounder('Click icon: the vault button'),
        finishReason: 'stop',
        model: null,
        usage: { inputTokens: null, outputTokens: null },
        latencyMs: 0,
        fromCache: false,
        costUsd: null,
      },
      dialect,
      { profile: 'tolerant', screen: { width: 240, height: 480 }, elements: null },
    );
    expect(read.type).toBe('actions');
  });
});

describe('a switch of planner-grounder', () => {
  it('ground=false leaves the description as it is, which nobody can touch', async () => {
    const [on, off] = [await play(), await play({ ground: false })];
    expect([on.played.solved, off.played.solved]).toEqual([true, false]);
    expect(off.roles).not.toContain('grounder');
    expect(makeAgent(plannerGrounderAgent, { ground: false }).needs.models).toEqual(['planner']);
  });

  it('reason=false hides why, which a grounder among things that look alike needs', async () => {
    const torn = (text: string): string =>
      text.includes('It leads on.') ? grounder(text) : grounder('nothing of the kind');
    const [on, off] = [await play({}, { grounder: torn }), await play({ reason: false }, { grounder: torn })];
    expect([on.played.solved, off.played.solved]).toEqual([true, false]);
    expect(requestText(off.grounding)).not.toContain('It leads on.');
  });

  it('retries lets a grounder look again', async () => {
    const moody = (): ((text: string) => string) => {
      let looks = 0;
      return (text) => {
        looks += 1;
        return looks % 2 === 1 ? 'where?' : grounder(text);
      };
    };
    const [never, once] = [
      await play({}, { grounder: moody() }),
      await play({ retries: 1 }, { grounder: moody() }),
    ];
    expect(never.roles.slice(0, 3)).toEqual(['planner', 'grounder', 'planner']);
    expect(once.roles).toEqual(['planner', 'grounder', 'grounder', 'planner']);
    expect(once.played).toMatchObject({ solved: true, screens: ['home', 'vault'] });
  });

  it('pointSpan says what the numbers of a point mean', async () => {
    const pixels = (): string => '(120, 90)';
    const [span, plain] = [
      await play({ form: 'point' }, { grounder: pixels }),
      await play({ form: 'point', pointSpan: 0 }, { grounder: pixels }),
    ];
    expect([span.played.solved, plain.played.solved]).toEqual([false, true]);
  });

  it('repair puts the answers of the planner into form', async () => {
    const { played, roles } = await play(
      { repair: true },
      { planner: () => 'It is done', repair: () => 'Reason: r\nAction: TASK_COMPLETE[]' },
    );
    expect(played.decisions).toMatchObject([{ action: { type: 'stop' }, repaired: { kind: 'no_action' } }]);
    expect(roles).toEqual(['planner', 'repair']);
  });
});
