import { Hono } from 'hono';
import { describe, expect, it } from 'vitest';
import type { AccessRole } from '../domain/access/access-role.js';
import { DatasetError } from '../errors.js';
import type { AccessUser } from '../formats/access/access-file.js';
import { requestGuard } from '../http/request-guard.js';
import { WrongTokens } from '../http/wrong-tokens.js';
import { runnerTokens } from './runner-tokens.js';

describe('a gym with users', () => {
  it('lets runners in with their own tokens, and nobody else', async () => {
    const roles = new Map<string, AccessRole>([
      ['runner-token', 'runner'],
      ['viewer-token', 'viewer'],
      ['operator-token', 'operator'],
    ]);
    const userOf = async (token: string) => {
      const role = roles.get(token);
      return role === undefined ? null : ({ role } as AccessUser);
    };
    const wrong = new WrongTokens({ now: () => 0 });
    const guard = requestGuard({
      token: runnerTokens({ userOf, follow: () => () => undefined }).verdict,
      hosts: null,
      wrong,
    });
    const app = new Hono().use(guard).all('*', (context) => context.text('in'));
    const status = async (authorization?: string): Promise<number> =>
      (
        await app.request('http://localhost/step', {
          headers: authorization === undefined ? {} : { authorization },
        })
      ).status;
    expect(await status('Bearer runner-token')).toBe(200);
    expect(await status('Bearer viewer-token')).toBe(403);
    expect(await status('Bearer operator-token')).toBe(403);
    expect(await status('Bearer nobody')).toBe(401);
    expect(await status()).toBe(401);
    roles.delete('runner-token');
    expect(await status('Bearer runner-token')).toBe(401);
    // A token that may not do this is no wrong one.
    for (let count = 0; count < 10; count += 1) expect(await status('Bearer viewer-token')).toBe(403);
    for (let count = 0; count < 8; count += 1) await status('Bearer nobody');
    expect(await status('Bearer viewer-token')).toBe(429);
  });

  it('lets nobody in while its users cannot be read, and tells strangers nothing of the file', async () => {
    const userOf = async (): Promise<never> => {
      throw new DatasetError('broken', { place: { file: '/etc/access.json' } });
    };
    const app = new Hono()
      .use(
        requestGuard({ token: runnerTokens({ userOf, follow: () => () => undefined }).verdict, hosts: null }),
      )
      .all('*', (context) => context.text('in'));
    const answer = await app.request('http://localhost/step', { headers: { authorization: 'Bearer x' } });
    const text = await answer.text();
    expect([answer.status, text.includes('/etc')]).toEqual([503, false]);
    expect(text).toContain('nobody is let in');
  });
});
