import { describe, expect, it } from 'vitest';
import { ModelOutageError } from '../../models/model-errors.js';
import type { ModelRequest } from '../../models/model.js';
import { scriptedModel, type ScriptedAnswer } from '../../models/scripted.js';
import { buildAgentContext } from '../../testing/contracts/agent-contract.js';
import { askHelper, textParts, type HelperQuestion } from './ask-helper.js';

const signal = new AbortController().signal;

async function ask(
  answer: ScriptedAnswer,
  changes: Partial<HelperQuestion> = {},
): Promise<{ said: string | null; asked: ModelRequest[] }> {
  const asked: ModelRequest[] = [];
  const planner = scriptedModel((request) => {
    asked.push(request);
    return answer;
  });
  const context = buildAgentContext({ models: { planner } });
  const question = { role: 'planner', parts: textParts('What now?'), sampling: {}, ...changes };
  return { said: await askHelper({ context, signal }, question), asked };
}

describe('askHelper', () => {
  it('asks in the order system, what was said before, question; without the stop strings of the acting grammar', async () => {
    const before = [{ role: 'assistant' as const, content: textParts('before') }];
    const sampling = { temperature: 0.1, stop: ['</tool_call>'] };
    const { said, asked } = await ask('go on', { system: 'You plan.', before, sampling });
    expect(said).toBe('go on');
    expect(asked[0]).toEqual({
      temperature: 0.1,
      messages: [
        { role: 'system', content: textParts('You plan.') },
        ...before,
        { role: 'user', content: textParts('What now?') },
      ],
    });
  });

  it('takes a refusal for nothing said', async () => {
    expect((await ask({ text: 'I cannot', finishReason: 'refusal' })).said).toBeNull();
  });

  it('passes an outage on unless it is to skip it', async () => {
    const outage = new ModelOutageError('out');
    await expect(ask(outage)).rejects.toBe(outage);
    expect((await ask(outage, { skipsOutages: true })).said).toBeNull();
    await expect(ask(new Error('bug'), { skipsOutages: true })).rejects.toThrow('bug');
  });
});
