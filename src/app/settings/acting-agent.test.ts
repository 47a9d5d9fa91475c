import { describe, expect, it } from 'vitest';
import { actingAgent } from './acting-agent.js';
import { resolveSettings } from './resolve-settings.js';

function agentOf(
  flags: Record<string, unknown>,
  more: { environment?: Record<string, string>; config?: Record<string, unknown> } = {},
): string {
  const config = more.config === undefined ? null : { file: 'touchstone.config.json', values: more.config };
  const { values, origins } = resolveSettings({ flags, environment: more.environment ?? {}, config });
  return actingAgent(values, origins);
}

describe('actingAgent', () => {
  it.each([[{ model: 'm' }], [{ profile: 'model.json' }], [{ model: 'm', dialect: 'ui_tars' }]])(
    'is direct for %j without an agent',
    (flags) => {
      expect(agentOf(flags)).toBe('direct');
    },
  );

  it('is the one that is named, wherever that is', () => {
    expect(agentOf({ model: 'm', agent: 'random' })).toBe('random');
    expect(agentOf({ model: 'm' }, { environment: { TOUCHSTONE_AGENT: 'react' } })).toBe('react');
    expect(agentOf({ model: 'm' }, { config: { agent: 'random' } })).toBe('random');
  });

  it('is the standard one where no flag names a model', () => {
    expect(agentOf({ dialect: 'ui_tars' })).toBe('random');
    expect(agentOf({}, { environment: { TOUCHSTONE_MODEL: 'm' } })).toBe('random');
  });
});
