import { describe, expect, it } from 'vitest';
import type { AccessRole } from '../domain/access/access-role.js';
import type { AccessUser } from '../formats/access/access-file.js';
import { fakeBenchmark } from '../testing/fake-benchmark.js';
import { FrameClient } from '../testing/frame-client.js';
import { playOf } from '../testing/play-of.js';
import { runnerTokens } from './runner-tokens.js';
import { serveGym } from './serve-gym.js';

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
    await using play = await playOf(fakeBenchmark({}), { maxSessions: 1 });
    await using gym = await serveGym(play, {
      host: '127.0.0.1',
      port: 0,
      token: runnerTokens({ userOf }),
      pictures: 'none',
      coordinates: 'pixel',
      timeoutSeconds: null,
      keepsHttpEpisode: false,
    });
    const host = `127.0.0.1:${gym.port}`;
    const status = async (token: string): Promise<number> =>
      (await fetch(`http://${host}/metadata`, { headers: { authorization: `Bearer ${token}` } })).status;
    expect(await status('runner-token')).toBe(200);
    expect(await status('viewer-token')).toBe(403);
    expect(await status('operator-token')).toBe(403);
    expect(await status('nobody')).toBe(401);
    expect((await fetch(`http://${host}/metadata`)).status).toBe(401);
    await using client = await FrameClient.connect(`ws://${host}/t/runner-token/ws`);
    expect(await client.ask({ type: 'reset', data: {} })).toMatchObject({ data: { done: false } });
    await expect(FrameClient.connect(`ws://${host}/t/viewer-token/ws`)).rejects.toThrow();
    // Removed: the next connection is none any more.
    roles.delete('runner-token');
    expect(await status('runner-token')).toBe(401);
  });
});
