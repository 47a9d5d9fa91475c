import { expect, it } from 'vitest';
import { forkRequest, type ForkForm } from './fork-request.js';

const FORM: ForkForm = { step: '4', times: '1', model: '', dialect: '', others: '', action: '' };
const EPISODE = { item: 'task', repeat: 2 };

it('makes of a form what the server takes, with steps from 0, and leaves out what is empty', () => {
  expect(forkRequest(FORM, EPISODE)).toEqual({ ...EPISODE, step: 3, set: {}, times: 1 });
  const typed = { ...FORM, times: '5', model: ' m ', others: 'temperature=\n\nprompt.turn = a=b' };
  expect(forkRequest({ ...typed, action: '{"type":"wait"}' }, EPISODE)).toEqual({
    ...EPISODE,
    step: 3,
    times: 5,
    set: { model: 'm', action: '{"type":"wait"}', temperature: '', 'prompt.turn': 'a=b' },
  });
});

it('says which field is none', () => {
  expect(forkRequest({ ...FORM, step: '0' }, EPISODE)).toEqual({ field: 'step' });
  expect(forkRequest({ ...FORM, times: 'two' }, EPISODE)).toEqual({ field: 'times' });
  expect(forkRequest({ ...FORM, others: 'seed' }, EPISODE)).toEqual({ field: 'others', line: 'seed' });
});
