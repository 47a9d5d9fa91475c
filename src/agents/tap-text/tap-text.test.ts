import { describe, expect, it } from 'vitest';
import type { Action } from '../../domain/action.js';
import type { Observation } from '../../domain/screen.js';
import {
  agentContract,
  buildAgentContext,
  emptyObservation,
} from '../../testing/contracts/agent-contract.js';
import { hierarchyXml, uiNode, type NodeSketch } from '../../testing/hierarchy-xml.js';
import type { HistoryEntry } from '../agent.js';
import { instructionWords, wordsOf } from './instruction-words.js';
import { tapTextAgent } from './tap-text.js';

function screen(...nodes: readonly NodeSketch[]): Observation {
  const bytes = new TextEncoder().encode(hierarchyXml(nodes));
  const hierarchy = { mediaType: 'application/xml', load: () => Promise.resolve(bytes) };
  return {
    screen: { id: 'any', size: { width: 100, height: 200 }, activity: null, picture: null, hierarchy },
  };
}

/** A button at a row of its own. */
function button(text: string, row: number, more: Readonly<Record<string, string>> = {}): NodeSketch {
  return uiNode({ text, clickable: 'true', bounds: `[0,${row * 20}][100,${row * 20 + 20}]`, ...more });
}

const field = (text: string, focused: boolean): NodeSketch =>
  uiNode({ class: 'android.widget.EditText', text, focused: String(focused), bounds: '[0,180][100,200]' });

/** What the agent does on each of the screens, one after the other. */
async function actions(instruction: string, observations: readonly Observation[]): Promise<Action[]> {
  const { signal } = new AbortController();
  const task = { id: 'task', instruction, language: 'en', apps: ['Notes'] };
  await using episode = await tapTextAgent().open(buildAgentContext({ task }));
  const history: HistoryEntry[] = [];
  for (const observation of observations) {
    history.push({ observation, decision: await episode.decide(observation, history, { signal }) });
  }
  return history.map(({ decision }) => {
    if (decision.type !== 'action') throw new Error('the agent never fails to answer');
    return decision.action;
  });
}

/** Rows that were tapped, other actions by their type. */
const rows = (list: readonly Action[]): unknown[] =>
  list.map((action) =>
    action.type === 'tap' && action.target.type === 'point'
      ? Math.floor(action.target.point.y / 20)
      : action.type,
  );

describe('tapTextAgent', () => {
  it.each([...agentContract({ agent: tapTextAgent, observations: [screen(button('Clock', 0)), screen()] })])(
    'it $name',
    async ({ run }) => {
      await run();
    },
  );

  it('taps what the instruction names, the best match first, nothing twice on one screen', async () => {
    const list = screen(button('Weather', 0), button('Lamp', 1), button('Red lamp', 2));
    expect(rows(await actions('Buy the red lamp.', [list, list, list, list]))).toEqual([2, 1, 'key', 'stop']);
  });

  it('prefers what is quoted, and the apps of the task', async () => {
    const list = screen(button('Send', 0), button('Notes', 1), button('Packing list', 2));
    expect(rows(await actions('Send “Packing list”.', [list, list, list]))).toEqual([2, 1, 0]);
  });

  it('types quoted texts into a focused field, each once, then submits', async () => {
    const [empty, full] = [screen(field('', true)), screen(field('Door code', true))];
    const list = await actions('Note “Door code”.', [empty, full]);
    expect(list).toEqual([
      { type: 'type', text: 'Door code' },
      { type: 'key', key: 'ENTER' },
    ]);
  });

  it('focuses a field when a text is left to type', async () => {
    expect(rows(await actions('Write “hello”.', [screen(field('', false))]))).toEqual([9]);
  });

  it('scrolls before it goes back, and goes back before it gives up', async () => {
    const list = screen(uiNode({ scrollable: 'true' }), button('Other', 1));
    const swipes = await actions('Find the lamp.', [list, list, list, list]);
    expect(swipes.map((action) => (action.type === 'swipe' ? action.direction : action.type))).toEqual([
      'up',
      'left',
      'key',
      'stop',
    ]);
  });

  it('gives up where there is no UI hierarchy', async () => {
    expect(await actions('Open the clock.', [emptyObservation()])).toEqual([
      { type: 'stop', status: 'failure' },
    ]);
  });
});

describe('instructionWords', () => {
  it('leaves idle words out, cuts endings off and weighs quoted words', () => {
    const { words, quoted } = instructionWords('Pin the note “Packing list” and “清单”.', ['Notes']);
    expect(quoted).toEqual(['Packing list', '清单']);
    expect(Object.fromEntries(words)).toEqual({ pin: 1, note: 1.5, pack: 3, list: 3, 清单: 3 });
  });

  it('finds no words in marks', () => {
    expect(wordsOf('… — ！？ x')).toEqual([]);
  });
});
