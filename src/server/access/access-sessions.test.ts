import { createHmac, randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { AccessUser } from '../../formats/access/access-file.js';
import { AccessSessions } from './access-sessions.js';

const ANA: AccessUser = {
  name: 'ana',
  role: 'runner',
  team: 'red',
  tokenSha256: 'a'.repeat(64),
  since: '2026-03-01T12:00:00.000Z',
};
const BEN: AccessUser = { ...ANA, name: 'ben', team: 'blue', tokenSha256: 'b'.repeat(64) };
const DAY_MS = 24 * 60 * 60 * 1000;

function usersOf(...users: readonly AccessUser[]) {
  return { named: async (name: string) => users.find((user) => user.name === name) ?? null };
}

describe('AccessSessions', () => {
  it('makes cookies that outlive the server, and end with the token or after a month', async () => {
    let now = Date.UTC(2026, 2, 1);
    const key = randomBytes(32);
    const { name, value } = new AccessSessions(key, { now: () => new Date(now) }).of(ANA);
    const again = new AccessSessions(key, { now: () => new Date(now) });
    expect(again.name).toBe(name);
    const users = usersOf(ANA, BEN);
    expect(await again.userOf(value, users)).toEqual(ANA);
    expect(await again.userOf(value, usersOf({ ...ANA, tokenSha256: 'c'.repeat(64) }))).toBeNull();
    expect(await again.userOf(value, usersOf(BEN))).toBeNull();
    now += 30 * DAY_MS;
    expect(await again.userOf(value, users)).toEqual(ANA);
    now += 1000;
    expect(await again.userOf(value, users)).toBeNull();
    now -= 31 * DAY_MS;
    expect(await again.userOf(value, users)).toBeNull();
  });

  it('takes none that was made without the key, whatever the file of the users says', async () => {
    const sessions = new AccessSessions(randomBytes(32), { now: () => new Date(0) });
    const users = usersOf(ANA, BEN);
    const { value } = sessions.of(ANA);
    const [name = '', time = '', mark = ''] = value.split('.');
    const ben = Buffer.from('ben').toString('base64url');
    const text = JSON.stringify(['session', 'ana', ANA.tokenSha256, 0]);
    const made = ['', ANA.tokenSha256, Buffer.from(ANA.tokenSha256, 'hex'), 'ana', randomBytes(32)].map(
      (key) => `${name}.0.${createHmac('sha256', key).update(text).digest('hex')}`,
    );
    for (const forged of [
      ...made,
      '',
      value.slice(0, -1),
      `${value}0`,
      `${ben}.${time}.${mark}`,
      `${name}.1.${mark}`,
      `${name}.${time}.${ANA.tokenSha256}`,
      `${name}.${time}.`,
      `${name}..${mark}`,
      `.${time}.${mark}`,
      'x'.repeat(100_000),
    ]) {
      expect(await sessions.userOf(forged, users)).toBeNull();
    }
    expect(await new AccessSessions(randomBytes(32)).userOf(value, users)).toBeNull();
  });
});
