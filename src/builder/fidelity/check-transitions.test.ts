import { describe, expect, it } from 'vitest';
import { buildGraph } from '../../domain/graph/build-graph.js';
import type { GraphSource } from '../../domain/graph/graph-source.js';
import { toGraphAction } from '../../domain/graph/native-action.js';
import type { Action } from '../../domain/action.js';
import type { Screen } from '../../domain/screen.js';
import { TouchstoneError } from '../../errors.js';
import type { Environment } from '../../environments/environment.js';
import type { CheckedTransition } from '../../formats/fidelity/fidelity-event.js';
import { checkTransitions, type SeenScreen, type TransitionVerdict } from './check-transitions.js';
import { moveKey, scaledMove } from './recorded-moves.js';
import { screenLooks } from './screen-looks.js';
import { StateIndex } from './state-index.js';

const signal = new AbortController().signal;

/** The phone or its app is gone. */
class PhoneGone extends TouchstoneError {
  override readonly code = 'PHONE_GONE';
  override readonly fault = 'environment';
}

const box = (top: number): [number, number, number, number] => [0, top, 99, top + 9];

/** home → list → entry, home → settings; BACK by history. */
const SOURCE: GraphSource = {
  name: 'shop',
  screenSize: { width: 100, height: 200 },
  root: 'home',
  nodes: [
    {
      id: 'home',
      edges: [
        { to: 'list', actions: [{ type: 'click', box: box(0) }] },
        { to: 'settings', actions: [{ type: 'click', box: box(20) }] },
      ],
    },
    {
      id: 'list',
      edges: [
        { to: 'entry', actions: [{ type: 'click', box: box(0) }] },
        { to: 'found', actions: [{ type: 'type', text: 'tea' }] },
      ],
    },
    { id: 'entry', edges: [{ to: 'list', actions: [{ type: 'click', box: box(40) }] }] },
    { id: 'found' },
    { id: 'settings' },
  ],
};

function screen(id: string, text = id): Screen {
  const xml = `<hierarchy><node class="a" bounds="[0,0][100,200]" text="${text}" resource-id="x:id/${id}"/></hierarchy>`;
  const bytes = Buffer.from(xml);
  return {
    id,
    size: { width: 100, height: 200 },
    activity: null,
    picture: null,
    hierarchy: { mediaType: 'text/xml', load: async () => bytes },
  };
}

/** A live app: what an action leads to from each place; `moves` overrides what the world says. */
function app(
  moves: Readonly<Record<string, string>>,
  refused: readonly string[] = [],
): Environment & { actions: number } {
  const graph = buildGraph(SOURCE);
  let here = 'home';
  const env = {
    actions: 0,
    capabilities: {
      snapshot: false,
      pictures: false,
      hierarchy: true,
      activity: false,
      deterministic: true,
      stable: true,
    },
    state: null,
    reset: async () => {
      here = 'home';
      return { screen: screen(here) };
    },
    observe: async () => ({ screen: screen(here) }),
    step: async (action: Action) => {
      env.actions += 1;
      const native = toGraphAction(action, graph.screenSize) as { y?: number; text?: string };
      const key = `${here} ${native.text ?? native.y}`;
      if (refused.includes(key)) {
        return {
          type: 'observed' as const,
          observation: { screen: screen(here) },
          transition: { rule: 'refused', next: null },
        };
      }
      here = moves[key] ?? here;
      return {
        type: 'observed' as const,
        observation: { screen: screen(here) },
        transition: { rule: 'done', next: null },
      };
    },
    [Symbol.asyncDispose]: async () => {},
  };
  return env;
}

const AS_RECORDED = {
  'home 4': 'list',
  'home 24': 'settings',
  'list 4': 'entry',
  'list tea': 'found',
  'entry 44': 'list',
};

async function check(
  environment: Environment,
  options: {
    readonly maxSteps?: number;
    readonly known?: ReadonlyMap<string, CheckedTransition['verdict']>;
    readonly seed?: number;
  } = {},
) {
  const graph = buildGraph(SOURCE);
  const looks = [];
  for (const { id } of graph.nodes) looks.push([await screenLooks(screen(id), { signal })]);
  const verdicts: TransitionVerdict[] = [];
  const screens: SeenScreen[] = [];
  const done = await checkTransitions({
    graph,
    index: new StateIndex(looks),
    environment,
    start: { task: 't', repeat: 0, seed: 0 },
    maxSteps: options.maxSteps ?? 1000,
    deadline: Infinity,
    seed: options.seed ?? 1,
    signal,
    known: options.known ?? new Map(),
    onVerdict: async (verdict) => {
      verdicts.push(verdict);
    },
    onScreen: async (seen) => {
      screens.push(seen);
    },
    onStep: () => {},
  });
  return {
    ...done,
    verdicts,
    screens,
    said: Object.fromEntries(verdicts.map((one) => [`${one.from} ${one.expected.join()}`, one.verdict])),
  };
}

const ALL_AGREE = {
  'home list': 'agrees',
  'home settings': 'agrees',
  'list entry': 'agrees',
  'list found': 'agrees',
  'entry list': 'agrees',
};

describe('checkTransitions', () => {
  it('agrees with an app that does what the world says, whatever the order', async () => {
    for (const seed of [1, 2, 3, 4, 5]) {
      const { said, reason } = await check(app(AS_RECORDED), { seed });
      expect([said, reason]).toEqual([ALL_AGREE, 'complete']);
    }
  });

  it('tells what leads elsewhere, what does nothing, and what nothing leads to any more', async () => {
    const { said, verdicts } = await check(app({ ...AS_RECORDED, 'home 4': 'found', 'home 24': 'home' }));
    expect(said).toEqual({
      'home list': 'differs',
      'home settings': 'stays',
      'list entry': 'unreached',
      'list found': 'unreached',
      'entry list': 'unreached',
    });
    expect(verdicts.find(({ verdict }) => verdict === 'differs')?.shown).toBe('found');
  });

  it('tells a screen that nobody recorded', async () => {
    const { verdicts } = await check(app({ ...AS_RECORDED, 'home 24': 'news' }));
    const [wrong] = verdicts.filter(({ verdict }) => verdict === 'differs');
    expect([wrong?.expected, wrong?.shown]).toEqual([['settings'], null]);
  });

  it('does what differs in the middle of a walk again after a fresh start', async () => {
    // Coming back from the entry, the app remembers it: the list then opens the settings.
    const moves: Record<string, string> = { ...AS_RECORDED };
    const environment = app(moves);
    const step = environment.step.bind(environment);
    const reset = environment.reset.bind(environment);
    environment.reset = (...given) => {
      moves['list tea'] = 'found';
      return reset(...given);
    };
    environment.step = async (action, options) => {
      const result = await step(action, options);
      if (result.type === 'observed' && result.observation.screen.id === 'entry')
        moves['list tea'] = 'settings';
      return result;
    };
    for (const seed of [1, 2, 3, 4, 5]) expect((await check(environment, { seed })).said).toEqual(ALL_AGREE);
  });

  it('leaves out what is forbidden, and what was checked before', async () => {
    const { said } = await check(app(AS_RECORDED, ['home 24']));
    expect(said['home settings']).toBe('refused');
    const known = new Map([[moveKey('home', { action_type: 'click', x: 49, y: 24 }), 'agrees' as const]]);
    expect((await check(app(AS_RECORDED), { known })).said).not.toHaveProperty('home settings');
  });

  it('ends when its steps are done, and at an app that never does twice the same', async () => {
    const { reason, steps } = await check(app(AS_RECORDED), { maxSteps: 2 });
    expect([reason, steps]).toEqual(['steps', 2]);
    let odd = false;
    const moves: Record<string, string> = { ...AS_RECORDED };
    const environment = app(moves);
    const step = environment.step.bind(environment);
    environment.step = (action, options) => {
      odd = !odd;
      moves['home 4'] = odd ? 'settings' : 'list';
      return step(action, options);
    };
    expect((await check(environment)).reason).toBe('complete');
  });

  it('says which screens nothing was done before, the start among them', async () => {
    const { screens } = await check(app(AS_RECORDED));
    const fresh = screens.filter(({ isFresh }) => isFresh).map(({ observation }) => observation.screen.id);
    expect(fresh).toContain('home');
    expect(screens.some(({ isFresh }) => !isFresh)).toBe(true);
  });

  it('passes over an advertisement at the start, and ends where the start is never what was recorded', async () => {
    const environment = app(AS_RECORDED);
    const reset = environment.reset.bind(environment);
    let starts = 0;
    environment.reset = (...given) => {
      starts += 1;
      return starts === 1 ? Promise.resolve({ screen: screen('advertisement') }) : reset(...given);
    };
    expect((await check(environment)).said).toEqual(ALL_AGREE);
    environment.reset = async () => ({ screen: screen('advertisement') });
    const { reason, verdicts } = await check(environment);
    expect([reason, verdicts]).toEqual(['start', []]);
  });

  it('notes an action that brings the app down, and does not go on with a phone that is gone', async () => {
    const environment = app(AS_RECORDED);
    const step = environment.step.bind(environment);
    environment.step = (action, options) =>
      (toGraphAction(action, { width: 100, height: 200 }) as { readonly y?: number }).y === 24
        ? Promise.reject(new PhoneGone('the app is gone'))
        : step(action, options);
    expect((await check(environment)).said).toEqual({ ...ALL_AGREE, 'home settings': 'crash' });
    environment.reset = () => Promise.reject(new PhoneGone('the phone is gone'));
    await expect(check(environment)).rejects.toBeInstanceOf(PhoneGone);
  });

  it('touches the same place of a screen of another size', () => {
    const from = { width: 100, height: 200 };
    expect(scaledMove({ action_type: 'click', x: 50, y: 24 }, from, { width: 300, height: 400 })).toEqual({
      action_type: 'click',
      x: 151,
      y: 49,
    });
    const typed = { action_type: 'type', text: 'a' };
    expect(scaledMove(typed, from, { width: 300, height: 400 })).toBe(typed);
  });
});
