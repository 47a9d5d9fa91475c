import { Hono } from 'hono';
import { expect, it, vi } from 'vitest';
import { BugError, DatasetError, UserError } from '../errors.js';
import { errorAnswer } from './error-answer.js';

async function answerTo(
  thrown: Error,
): Promise<{ readonly status: number; readonly body: Record<string, unknown> }> {
  const app = new Hono();
  app.get('/', () => {
    throw thrown;
  });
  app.onError(errorAnswer);
  const response = await app.request('/');
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

it('says whose fault it is without saying where things lie on this machine', async () => {
  const place = { file: '/home/ana/data/world/graph.json', line: 3 };
  expect(
    await answerTo(new DatasetError('no such node', { place, hint: 'Look into /home/ana/data/world.' })),
  ).toEqual({
    status: 422,
    body: { error: 'graph.json:3: no such node', code: 'DATASET', hint: 'Look into world.' },
  });
  expect(await answerTo(new UserError('it is not there', { place }))).toMatchObject({ status: 400 });
});

it('tells whoever runs the viewer of a bug, and the page under which words', async () => {
  const warn = vi.spyOn(process, 'emitWarning').mockImplementation(() => undefined);
  for (const bug of [new TypeError('secret /a/b/c of undefined'), new BugError('secret assumption')]) {
    const { status, body } = await answerTo(bug);
    expect(status).toBe(500);
    expect(JSON.stringify(body)).not.toContain('secret');
    const id = /under (\w{8}) /.exec(String(body['hint']))?.[1] ?? 'no id';
    expect(warn.mock.lastCall?.[0]).toContain(id);
    expect(warn.mock.lastCall?.[0]).toContain(bug.message);
  }
  warn.mockRestore();
});
