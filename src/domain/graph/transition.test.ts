import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { smallGraph } from '../../testing/small-graph.js';
import type { Mode } from '../mode.js';
import { buildGraph } from './build-graph.js';
import { fromGraphAction, toGraphAction } from './native-action.js';
import { movesFrom } from './moves.js';
import { advance, transition } from './transition.js';

const GRAPH = buildGraph(smallGraph());
const at = (id: string): number => GRAPH.nodeIndex.get(id) ?? -1;
const names = (nodes: readonly number[] | null): string[] | null =>
  nodes?.map((node) => GRAPH.nodes[node]?.id ?? '?') ?? null;

function act(node: string, action: unknown, mode: Mode = 'corrected') {
  const history = node === 'home' ? [at('home')] : [at('home'), at(node)];
  const outcome = transition(GRAPH, mode, history, action);
  return {
    rule: outcome.rule,
    to: outcome.candidates === null ? (GRAPH.nodes[outcome.target]?.id ?? null) : names(outcome.candidates),
  };
}

const click = (x: unknown, y: unknown) => ({ action_type: 'click', x, y });

describe('transition on a graph of one’s own', () => {
  it.each([
    ['a click in one area', 'notes', click(10, 120), 'edge', ['editor']],
    ['a click where two areas overlap', 'notes', click(45, 120), 'edge', ['editor', 'search']],
    ['a click on the border', 'notes', click(50, 150), 'edge', ['editor', 'search']],
    ['a click cut to whole pixels', 'notes', click(50.9, 150.9), 'edge', ['editor', 'search']],
    ['a click on nothing', 'notes', click(10, 10), 'stay', 'notes'],
    ['a long press near its point', 'notes', { action_type: 'long_press', x: 60, y: 55 }, 'edge', ['menu']],
    ['a long press too far from it', 'notes', { action_type: 'long_press', x: 65, y: 50 }, 'stay', 'notes'],
    ['a swipe in the area', 'notes', { action_type: 'swipe', direction: 'up' }, 'edge', ['archive']],
    [
      'one that starts above',
      'notes',
      { action_type: 'swipe', direction: 'up', x: 5, y: 9 },
      'stay',
      'notes',
    ],
    ['a swipe the other way', 'notes', { action_type: 'swipe', direction: 'down' }, 'stay', 'notes'],
    ['a finger that does not move', 'notes', { action_type: 'swipe', direction: null }, 'stay', 'notes'],
    ['a key', 'search', { action_type: 'key', key: 'enter' }, 'edge', ['results']],
    ['a key with its long name', 'typed', { action_type: 'key', key: 'KEYCODE_ENTER' }, 'edge', ['results']],
    ['another key', 'search', { action_type: 'key', key: 'MENU' }, 'stay', 'search'],
    ['a text', 'search', { action_type: 'type', text: 'SHOPPING list' }, 'edge', ['typed']],
    ['a recorded back', 'editor', { action_type: 'system_button', button: 'back' }, 'edge', ['notes']],
    ['back', 'search', { action_type: 'system_button', button: 'back' }, 'back', 'home'],
    ['home', 'search', { action_type: 'system_button', button: 'home' }, 'home', 'home'],
    ['a dead end', 'menu', click(1, 1), 'stay_dead_end', 'menu'],
    ['waiting', 'splash', { action_type: 'wait' }, 'edge', ['shop', 'advert']],
    ['anything while waiting', 'splash', click(100, 150), 'wait_fallback', ['shop', 'advert']],
    ['an app', 'menu', { action_type: 'open', app: 'Shop' }, 'open', ['splash', 'shop']],
    ['an app by a package', 'menu', { action_type: 'open', app: 'com.example.notes' }, 'open', ['notes']],
    ['an icon', 'home', click(20.9, 20.9), 'open', ['notes']],
    ['an icon that is elsewhere', 'notes', click(20, 20), 'stay', 'notes'],
  ])('follows %s', (_, node, action, rule, to) => {
    expect(act(node, action)).toEqual({ rule, to });
    expect(act(node, action, 'reference')).toEqual({ rule, to });
  });

  it.each(['', ' ', '?', '，。', 's', 'Shopping', 'pizza'])(
    'follows no edge by the text %j in corrected mode, which lacks what the edge asks for',
    (text) => {
      const action = { action_type: 'type', text };
      expect(act('search', action)).toEqual({ rule: 'stay', to: 'search' });
      const published = text === 'pizza' ? { rule: 'stay', to: 'search' } : { rule: 'edge', to: ['typed'] };
      expect(act('search', action, 'reference')).toEqual(published);
    },
  );

  it('takes anything at all in corrected mode', () => {
    const nodes = fc.constantFrom(...GRAPH.nodes.map((node) => node.id));
    const values = fc.oneof(fc.jsonValue(), fc.anything(), fc.constantFrom('click', '12', 12, -1e9, NaN));
    const actions = fc.oneof(
      fc.anything(),
      fc.record(
        {
          action_type: fc.constantFrom(
            'click',
            'long_press',
            'swipe',
            'type',
            'open',
            'key',
            'complete',
            'wait',
            7,
          ),
          x: values,
          y: values,
          text: values,
          app: values,
          key: values,
          button: values,
          direction: values,
          status: values,
        },
        { requiredKeys: [] },
      ),
    );
    fc.assert(
      fc.property(nodes, actions, (node, action) => {
        const outcome = transition(GRAPH, 'corrected', [at('home'), at(node)], action);
        // Only an agent's own end, or nothing, ends an episode here.
        if (outcome.target === -1 && outcome.candidates === null) expect(outcome.rule).toBe('complete');
      }),
      { numRuns: 2000 },
    );
  });

  it('never throws in reference mode on what JSON can say, but records the exception', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom('home', 'notes', 'search'), (action, node) => {
        const { rule, detail } = transition(GRAPH, 'reference', [at(node)], action);
        if (rule === 'raises') expect(detail).toMatch(/^(Key|Type|Value|Attribute|Overflow|Recursion)Error$/);
      }),
      { numRuns: 1000 },
    );
  });
});

describe('actions that the published code cannot carry out', () => {
  const cases: readonly (readonly [string, string, unknown, string])[] = [
    ['no type', 'notes', { x: 1 }, 'KeyError'],
    ['a text instead of an object', 'notes', 'click', 'TypeError'],
    ['a button without a name', 'notes', { action_type: 'system_button' }, 'KeyError'],
    ['an app without a name', 'notes', { action_type: 'open' }, 'KeyError'],
    ['an app that is a list', 'notes', { action_type: 'open', app: [] }, 'TypeError'],
    ['a click without a place on the home screen', 'home', { action_type: 'click' }, 'KeyError'],
    ['a place in words', 'notes', click('left', 'top'), 'ValueError'],
    ['a place that is null', 'notes', click(null, null), 'TypeError'],
    ['a swipe without direction', 'notes', { action_type: 'swipe' }, 'KeyError'],
    ['a text that is a number', 'search', { action_type: 'type', text: 5 }, 'AttributeError'],
  ];
  it.each(cases)('raise in reference mode: %s', (_, node, action, exception) => {
    const outcome = transition(GRAPH, 'reference', [at(node)], action);
    expect(outcome).toMatchObject({ rule: 'raises', target: -1, detail: exception });
  });

  it.each(cases)('stay in corrected mode, with the reason: %s', (_, node, action) => {
    const outcome = transition(GRAPH, 'corrected', [at(node)], action);
    expect(outcome).toMatchObject({ rule: 'invalid', target: at(node) });
    expect(outcome.detail).toBeTruthy();
  });

  it.each([null, {}, '', 0, false, []])(
    'end the episode in reference mode where Python takes %j for false',
    (action) => {
      expect(act('notes', action, 'reference')).toEqual({ rule: 'bad_action', to: null });
      expect(act('notes', action, 'corrected')).toEqual({ rule: 'invalid', to: 'notes' });
    },
  );

  it('take whole numbers in strings for coordinates in both modes', () => {
    expect(act('notes', click('10', ' 120 '), 'reference').to).toEqual(['editor']);
    expect(act('notes', click('10', ' 120 '), 'corrected').to).toEqual(['editor']);
    expect(act('results', click('50', '50'), 'reference')).toEqual({ rule: 'raises', to: null });
    expect(act('results', click('50', '50'), 'corrected').to).toEqual(['editor']);
  });
});

describe('what a mode changes', () => {
  it('opens apps by exact name in reference mode, by folded name in corrected mode', () => {
    for (const app of [' notes', 'NOTES ', 'memo']) {
      expect(act('menu', { action_type: 'open', app }, 'reference').rule).toBe('open_failed');
      expect(act('menu', { action_type: 'open', app }, 'corrected').to).toEqual(['notes']);
    }
  });

  it('ends the episode at an unknown app in reference mode, and stays in corrected mode', () => {
    const action = { action_type: 'open', app: 'QQ' };
    expect(transition(GRAPH, 'reference', [0], action)).toMatchObject({
      answer: 'Failed to transform to QQ',
      target: -1,
    });
    expect(act('menu', action, 'corrected')).toEqual({ rule: 'open_failed', to: 'menu' });
    expect(act('home', click(90, 10), 'reference').to).toBe(null);
    expect(act('home', click(90, 10), 'corrected')).toEqual({ rule: 'open_failed', to: 'home' });
  });

  it('ends the episode at back with nothing to go back to in reference mode, and stays in corrected mode', () => {
    const back = { action_type: 'system_button', button: 'back' };
    expect(act('home', back, 'reference')).toEqual({ rule: 'back_at_root', to: null });
    expect(act('home', back, 'corrected')).toEqual({ rule: 'back_at_root', to: 'home' });
  });

  it('pushes a stay onto the history in reference mode only', () => {
    const walk = (mode: Mode): string[] => {
      const history = [at('home'), at('notes')];
      for (const action of [click(1, 1), click(1, 1), { action_type: 'system_button', button: 'back' }]) {
        const outcome = transition(GRAPH, mode, history, action);
        advance(history, outcome, outcome.target, mode);
      }
      return names(history) ?? [];
    };
    expect(walk('reference')).toEqual(['home', 'notes', 'notes']);
    expect(walk('corrected')).toEqual(['home']);
  });

  it('goes back to the page before HOME in both modes', () => {
    for (const mode of ['reference', 'corrected'] as const) {
      const history = [at('home'), at('notes')];
      for (const button of ['home', 'back']) {
        const outcome = transition(GRAPH, mode, history, { action_type: 'system_button', button });
        advance(history, outcome, outcome.target, mode);
      }
      expect(names(history)).toEqual(['home', 'notes']);
    }
  });
});

describe('a place that several edges or actions lead to', () => {
  const graph = buildGraph({
    name: 'doubled',
    screenSize: { width: 100, height: 200 },
    root: 'home',
    nodes: [
      { id: 'home' },
      {
        id: 'form',
        edges: [
          {
            to: 'home',
            actions: [
              { type: 'click', box: [0, 0, 50, 50] },
              { type: 'click', box: [0, 0, 99, 99] },
              { type: 'key', key: 'BACK' },
              { type: 'wait' },
            ],
          },
          { to: 'done', actions: [{ type: 'key', key: 'BACK' }, { type: 'wait' }] },
          {
            to: 'home',
            actions: [
              { type: 'click', box: [0, 0, 20, 20] },
              { type: 'key', key: 'BACK' },
            ],
          },
          { to: 'done', actions: [{ type: 'wait' }] },
        ],
      },
      { id: 'done' },
    ],
  });
  const placesAfter = (action: unknown) => {
    const { rule, candidates } = transition(graph, 'corrected', [0, 1], action);
    return { rule, to: candidates?.map((node) => graph.nodes[node]?.id) };
  };

  it('is one candidate per edge that matches, however many of its actions do', () => {
    expect(placesAfter(click(30, 30))).toEqual({ rule: 'edge', to: ['home'] });
    expect(placesAfter(click(10, 10))).toEqual({ rule: 'edge', to: ['home', 'home'] });
  });

  it('is one candidate of a recorded key, however many edges record it', () => {
    const back = { action_type: 'system_button', button: 'back' };
    expect(placesAfter(back)).toEqual({ rule: 'edge', to: ['home', 'done'] });
  });

  it('is a candidate of waiting once per edge that waits', () => {
    expect(placesAfter({ action_type: 'wait' })).toEqual({ rule: 'edge', to: ['home', 'done', 'done'] });
    expect(placesAfter(click(99, 199))).toEqual({ rule: 'wait_fallback', to: ['home', 'done', 'done'] });
  });
});

describe('movesFrom', () => {
  it('has a move for each combination of overlapping areas, and no point off the screen', () => {
    const targets = movesFrom(GRAPH, 'corrected', at('notes')).map((move) => names(move.targets)?.join());
    expect(targets).toEqual([
      'editor',
      'editor,search',
      'search',
      'menu',
      'archive',
      // Opening Notes would stay.
      'splash,shop',
      'home',
    ]);
  });

  it('offers only what transition does', () => {
    for (const mode of ['reference', 'corrected'] as const) {
      for (const node of GRAPH.nodes.keys()) {
        for (const { action, rule, targets } of movesFrom(GRAPH, mode, node)) {
          const outcome = transition(GRAPH, mode, [node], action);
          expect(outcome.rule).toBe(rule);
          expect(outcome.candidates ?? [outcome.target]).toEqual(targets);
          // And what an agent would send comes out the same.
          expect(toGraphAction(fromGraphAction(action), GRAPH.screenSize)).toEqual(action);
        }
      }
    }
  });
});
