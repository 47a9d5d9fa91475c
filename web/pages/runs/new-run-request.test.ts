import { expect, it } from 'vitest';
import { EMPTY_FORM, newRunRequest } from './new-run-request.js';

it('makes of a form what the server takes, and leaves out what is empty', () => {
  const others = 'maxSteps=20\n\nbenchmarkOptions = a=b\n';
  const request = newRunRequest({
    ...EMPTY_FORM,
    benchmark: ' pocket ',
    agent: 'random',
    limit: '5',
    others,
  });
  expect(request).toEqual({
    benchmark: 'pocket',
    settings: { agent: 'random', limit: '5', maxSteps: '20', benchmarkOptions: 'a=b' },
  });
  expect(newRunRequest({ ...EMPTY_FORM, benchmark: 'pocket', runId: 'mine' })).toMatchObject({
    runId: 'mine',
  });
  expect(newRunRequest({ ...EMPTY_FORM, others: 'maxSteps' })).toEqual({ noSetting: 'maxSteps' });
});
