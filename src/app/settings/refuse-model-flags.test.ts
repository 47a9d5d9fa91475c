import { describe, expect, it } from 'vitest';
import { refuseModelFlags } from './refuse-model-flags.js';
import { resolveSettings } from './resolve-settings.js';

const MODEL_FREE = { name: 'random', roles: [] };
const ASKING = { name: 'direct', roles: [{ name: 'actor', does: 'acts' }] };

function originsOf(flags: Record<string, unknown>, environment: Record<string, string> = {}) {
  return resolveSettings({ flags, environment, config: null }).origins;
}

describe('refuseModelFlags', () => {
  it.each([
    { model: 'm' },
    { dialect: 'ui_tars' },
    { baseUrl: 'http://127.0.0.1:1/v1' },
    { prompts: ['turn=turn.txt'] },
    { roleDialects: ['grounder=ui_tars'] },
    { record: 'record.jsonl' },
  ])('refuses %j for an agent that asks no model', (flags) => {
    expect(() => refuseModelFlags(MODEL_FREE, originsOf(flags))).toThrow(/random asks no model, so --/);
    expect(() => refuseModelFlags(ASKING, originsOf(flags))).not.toThrow();
  });

  it('names every flag', () => {
    expect(() => refuseModelFlags(MODEL_FREE, originsOf({ model: 'm', dialect: 'd' }))).toThrow(
      'so --model, --dialect would change nothing',
    );
  });

  it('leaves other flags alone, and what is meant for every agent', () => {
    expect(() => refuseModelFlags(MODEL_FREE, originsOf({ seed: '2', agentOptions: ['a=b'] }))).not.toThrow();
    expect(() => refuseModelFlags(MODEL_FREE, originsOf({}, { TOUCHSTONE_MODEL: 'm' }))).not.toThrow();
  });
});
