import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ScriptedLive } from '../../testing/phones/scripted-live.js';
import { PhoneOptionsSchema } from '../phone-options.js';
import { RecordedStation } from './recorded-station.js';
import type { ServedPhone } from './served-phone.js';

let lent: ScriptedLive[] = [];
let station: RecordedStation;
let phone: ServedPhone;
beforeEach(async () => {
  lent = [];
  station = new RecordedStation(
    {
      tasks: [{ id: 'note', instruction: 'Write a note.', maxActions: 30 }],
      open: async () => {
        const environment = new ScriptedLive();
        lent.push(environment);
        return { environment, screens: null };
      },
    },
    { options: PhoneOptionsSchema.parse({}), host: '127.0.0.1', maxPhones: 1, logs: null },
  );
  phone = await station.add({ task: 'note' });
});
afterEach(async () => {
  await station[Symbol.asyncDispose]();
});

describe('a station of live phones', () => {
  it('does what is entered by hand at once, and counts it', async () => {
    await phone.input({ type: 'tap', x: 10, y: 20 });
    await phone.input({ type: 'text', text: 'hello' });
    expect(lent[0]?.text).toBe('hello');
    expect(phone.info()).toMatchObject({ actions: 2, pendingText: '', state: 'org.example.home:hello' });
    await phone.input({ type: 'swipe', from: [10, 500], to: [10, 100], durationMs: 100 });
    expect(phone.info()).toMatchObject({ actions: 3, status: 'running' });
    expect(phone.trajectory().actions.map(({ action }) => action.type)).toEqual(['tap', 'type']);
  });

  it('shows whoever watches the present screen, which is no look of the agent', async () => {
    const before = lent[0]?.looks ?? 0;
    const { mediaType, bytes } = await phone.picture({ signal: new AbortController().signal });
    expect([mediaType, bytes[0]]).toEqual(['image/png', 0x89]);
    expect(lent[0]?.looks).toBe(before + 1);
    expect(phone.info().observations).toBe(0);
  });

  it('records what was done last before it ends, and begins anew in an environment of its own', async () => {
    await phone.input({ type: 'key', code: 4 });
    await phone.finish('success');
    expect(lent[0]?.done).toEqual(['enter key BACK', 'step key BACK', 'step stop']);
    expect(phone.info().status).toBe('over');
    await phone.reset();
    expect(lent).toHaveLength(2);
    expect(phone.info()).toMatchObject({ actions: 0, status: 'running' });
  });
});
