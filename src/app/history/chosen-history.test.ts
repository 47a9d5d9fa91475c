import { describe, expect, it } from 'vitest';
import { strategyOf } from '../../agents/prompting/history-strategy.js';
import { agentEntry } from '../../registry/agents.js';
import type { SettingOrigins } from '../settings/setting.js';
import { historyNotes, withHistory } from './chosen-history.js';
import { historyRule } from './history-rule.js';

const given = (origin: string): SettingOrigins => ({ history: origin }) as unknown as SettingOrigins;
const made = (agent: string, history: string | null, isStepwise = false, origin = 'flag') =>
  withHistory(agentEntry(agent), { history }, { isStepwise, origins: given(origin) });

describe('withHistory', () => {
  it('gives an agent that sums up the role and the prompt for it', () => {
    const { entry, history } = made('direct', 'actions+context');
    expect(history).toEqual(strategyOf(['actions', 'context']));
    expect(entry.roles.map(({ name }) => name)).toEqual(['actor', 'repair', 'summarise']);
    expect(entry.prompts).toHaveProperty('summarise');
    for (const text of ['actions+screenshots', 'annotated-context', 'none', 'own', null]) {
      expect(made('direct', text).entry).toBe(agentEntry('direct'));
    }
  });

  it('leaves the history to the family where only whose steps is said', () => {
    expect(made('direct', 'own').history).toBeUndefined();
    expect(made('react', 'recorded').history).toBeUndefined();
  });

  it('takes nothing to show from any agent, where the recording gives nothing', () => {
    expect(made('react', 'none', true).history).toBeUndefined();
    expect(made('random', 'none', true).history).toBeUndefined();
    expect(made('direct', 'none', true).history).toEqual(strategyOf([]));
    expect(() => made('react', 'none')).toThrow('decides itself');
  });

  it('refuses an agent without a model, unless the choice is meant for every agent', () => {
    expect(() => made('random', 'actions')).toThrow(
      'asks no model, so --history actions would change nothing',
    );
    expect(made('random', 'actions', false, 'config file').history).toBeUndefined();
    expect(() => made('react', 'actions', false, 'config file')).toThrow('decides itself');
  });

  it('names the switches of an agent that decides itself', () => {
    try {
      made('odyssey', 'actions');
    } catch (error) {
      expect((error as { hint?: string }).hint).toContain('actions, screenshots, context');
      return;
    }
    throw new Error('it was taken');
  });
});

describe('historyRule', () => {
  const rule = (
    parts: Parameters<typeof strategyOf>[0],
    asked: Parameters<typeof historyRule>[1] = {},
    standard = { steps: null as number | null, pictures: 0 },
  ) => historyRule(strategyOf(parts), asked, standard);

  it("shows as many as the family does, else the paper's four", () => {
    expect(rule(['actions'])).toEqual({ steps: null, pictures: 0 });
    expect(rule(['actions'], {}, { steps: 0, pictures: 0 })).toEqual({ steps: 4, pictures: 0 });
    expect(rule(['actions', 'screenshots'])).toEqual({ steps: null, pictures: 4 });
    expect(rule(['screenshots'], {}, { steps: 20, pictures: 2 })).toEqual({ steps: 2, pictures: 2 });
  });

  it('takes one number for both, and each by itself', () => {
    expect(rule(['actions', 'screenshots'], { steps: 2 })).toEqual({ steps: 2, pictures: 2 });
    expect(rule(['actions', 'screenshots'], { steps: 3, pictures: 1 })).toEqual({ steps: 3, pictures: 1 });
    expect(rule(['actions', 'screenshots'], { pictures: 1 })).toEqual({ steps: null, pictures: 1 });
    expect(rule(['actions', 'screenshots'], { steps: null })).toEqual({ steps: null, pictures: 4 });
  });

  it('leaves the form of a first step to the family where nothing is told or seen', () => {
    expect(rule([])).toEqual({});
    expect(rule(['context'])).toEqual({});
  });
});

describe('historyNotes', () => {
  it.each([
    [['actions', 'screenshots'], { steps: 4, pictures: 4 }, 'actions and screenshots of the latest 4 steps'],
    [
      ['actions', 'screenshots'],
      { steps: null, pictures: 1 },
      'actions of all steps, screenshots of the latest 1 step',
    ],
    [['context'], { steps: 0, pictures: 0 }, 'a summary that a model writes'],
    [[], { steps: 0, pictures: 0 }, 'nothing'],
  ] as const)('tell of %j', (parts, numbers, words) => {
    expect(historyNotes(strategyOf(parts), numbers)).toEqual([`history shown to the model: ${words}`]);
  });

  it('say that an annotation is no agent’s to have', () => {
    const notes = historyNotes(strategyOf(['annotated-context']), { steps: 0, pictures: 0 });
    expect(notes.join(' ')).toContain('no agent has on a device');
    expect(historyNotes(undefined, { steps: 4, pictures: 0 })).toEqual([]);
  });
});
