import { expect, it, vi } from 'vitest';
import type { ScannedEpisode, Scanner } from '../../scanners/scanner.js';
import { scanEpisode } from './scan-episode.js';

it('keeps what others found where a scanner fails, and warns of it once', async () => {
  const warn = vi.spyOn(process, 'emitWarning').mockImplementation(() => undefined);
  const scanner = (name: string, scan: Scanner['scan']): Scanner =>
    ({ name, version: '1', readsScreens: false, scan }) as unknown as Scanner;
  const finding = { message: 'round and round', steps: [1] };
  const broken = scanner('broken', async () => {
    throw new TypeError('of undefined');
  });
  const sound = scanner('sound', async () => [finding]);
  const episode = { signal: new AbortController().signal } as unknown as ScannedEpisode;
  for (const _ of [1, 2]) {
    expect(await scanEpisode(episode, [broken, sound])).toEqual([{ scanner: 'sound@1', ...finding }]);
  }
  expect(warn).toHaveBeenCalledOnce();
  expect(warn.mock.calls[0]?.[0]).toContain('broken@1');
  warn.mockRestore();
});
