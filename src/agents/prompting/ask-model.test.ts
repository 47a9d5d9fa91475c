import { describe, expect, it } from 'vitest';
import { scriptedModel } from '../../models/scripted.js';
import type { ModelMessage } from '../../models/model.js';
import { askModel } from './ask-model.js';

const { signal } = new AbortController();

describe('asking a model', () => {
  it('gives back an answer that was begun for the model as a whole', async () => {
    const messages: ModelMessage[] = [
      { role: 'user', content: [{ type: 'text', text: 'Go.' }] },
      { role: 'assistant', content: [{ type: 'text', text: 'Action:' }] },
    ];
    const ask = async (continuesLast: boolean): Promise<string> => {
      const models = { actor: scriptedModel([' wait()']) };
      return (await askModel(models, 'actor', { messages, continuesLast }, { signal })).text;
    };
    expect(await ask(true)).toBe('Action: wait()');
    expect(await ask(false)).toBe(' wait()');
  });

  it('names the role that no model is bound to', async () => {
    await expect(askModel({}, 'grounder', { messages: [] }, { signal })).rejects.toThrow(/grounder/);
  });
});
