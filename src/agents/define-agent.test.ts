import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { genericCall } from '../models/dialects/generic-call/generic-call.js';
import { AgentOptionError, defineAgent, type AgentParts } from './define-agent.js';
import { noOpAgent } from './baselines/no-op.js';

const PARTS: AgentParts = {
  dialectOf: () => genericCall.create(),
  profile: 'tolerant',
  observation: 'native',
  prompts: { plan: 'Make a plan.' },
};

const definition = defineAgent({
  name: 'looker',
  title: 'looks',
  roles: [{ name: 'actor', does: 'acts' }],
  options: z.object({
    reflection: z.boolean().default(true).describe('looks back'),
    window: z.number().int().positive().default(4),
    name: z.string().default('7'),
  }),
  prompts: { plan: 'Plan.' },
  create: () => noOpAgent(),
});

function settings(given: Record<string, unknown>): Record<string, unknown> {
  return { ...definition.create(PARTS, given).agent.settings };
}

describe('defineAgent', () => {
  it('reads switches from texts as from values, and keeps texts that are asked for as texts', () => {
    expect(settings({})['options']).toEqual({ reflection: true, window: 4, name: '7' });
    const spelled = settings({ reflection: 'false', window: '2', name: '3' });
    expect(spelled['options']).toEqual({ reflection: false, window: 2, name: '3' });
  });

  it('makes switches, dialects and prompts part of the settings', () => {
    expect(settings({ window: 2 })).not.toEqual(settings({}));
    expect(settings({})).toMatchObject({ dialects: { actor: { family: 'generic_call' } } });
    const other = definition.create({ ...PARTS, prompts: { plan: 'Other.' } }, {});
    expect(other.agent.settings).not.toEqual(settings({}));
    expect(Object.keys(other.runSettings.prompts ?? {})).toEqual(['turn', 'plan']);
  });

  it.each([[{ reflexion: 'true' }], [{ window: 'many' }], [{ window: '0' }], [{ reflection: 'yes' }]])(
    'refuses %j and lists what there is',
    (given) => {
      const create = (): unknown => definition.create(PARTS, given);
      expect(create).toThrow(AgentOptionError);
      try {
        create();
      } catch (error) {
        expect(error).toMatchObject({ code: 'AGENT_OPTION', hint: expect.stringContaining('reflection') });
      }
    },
  );

  it('says how a missing switch is written', () => {
    const needy = defineAgent({
      name: 'needy',
      title: 'needs a command',
      roles: [],
      options: z.object({ command: z.string() }),
      create: () => {
        throw new Error('never made');
      },
    });
    try {
      needy.create(PARTS, {});
      expect.unreachable();
    } catch (error) {
      expect(error).toMatchObject({ hint: expect.stringContaining('--agent-option command=…') });
    }
  });

  it('names the allowed values of a value that does not fit', () => {
    expect(() => definition.create(PARTS, { window: '0' })).toThrow('window: it must be more than 0');
    expect(() => definition.create(PARTS, { window: '"2"' })).toThrow('window: it must be a number');
    expect(() => definition.create(PARTS, { window: 'many' })).toThrow('window: it must be');
  });

  it('lists its switches with what they do and their defaults', () => {
    expect(definition.options[0]).toEqual({ name: 'reflection', does: 'looks back', default: true });
  });
});
