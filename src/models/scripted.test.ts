import { describe, expect, it } from 'vitest';
import type { ModelRequest } from './model.js';
import { scriptedModel } from './scripted.js';

const ASK: ModelRequest = { messages: [] };
const signal = new AbortController().signal;

describe('scriptedModel', () => {
  it('answers from its list in order, fails where the list says so, and at its end', async () => {
    const model = scriptedModel(['a', { text: 'b', finishReason: 'length' }, new Error('down')]);
    expect(await model.generate(ASK, { signal })).toMatchObject({ text: 'a', finishReason: 'stop' });
    expect(await model.generate(ASK, { signal })).toMatchObject({ text: 'b', finishReason: 'length' });
    await expect(model.generate(ASK, { signal })).rejects.toThrow('down');
    await expect(model.generate(ASK, { signal })).rejects.toThrow('no answer to call 4');
  });

  it('answers as a function of the request', async () => {
    const model = scriptedModel((request) => String(request.seed));
    expect(await model.generate({ ...ASK, seed: 5 }, { signal })).toMatchObject({ text: '5' });
  });

  it('takes its time and obeys its signal', async () => {
    const model = scriptedModel(() => 'late', { latencyMs: 60_000 });
    const controller = new AbortController();
    const answer = model.generate(ASK, { signal: controller.signal });
    controller.abort();
    await expect(answer).rejects.toThrow();
  });
});
