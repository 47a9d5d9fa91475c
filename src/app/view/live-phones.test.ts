import { describe, expect, it } from 'vitest';
import type { EpisodeView } from '../../report/view/episode-view.js';
import type { RunCard } from '../../report/view/run-card.js';
import type { ViewerEvent } from '../../report/view/viewer-event.js';
import { LivePhones } from './live-phones.js';
import type { RunEpisodes } from './run-episodes.js';

const CARD = { id: 'r', agent: 'direct', state: 'running' } as RunCard;

function folder(running: Set<string>) {
  const listeners = new Set<(event: ViewerEvent) => void>();
  return {
    say: (event: ViewerEvent) => listeners.forEach((listen) => listen(event)),
    runs: async () => [CARD],
    episodes: async (run: string): Promise<RunEpisodes> => ({
      run,
      start: null,
      label: '',
      episodes: [
        { key: { item: 'a', repeat: 0 }, outcome: 'not_run', instruction: 'Do it', apps: [] },
        { key: { item: 'b', repeat: 0 }, outcome: 'passed', instruction: 'Do it', apps: [] },
      ],
    }),
    episode: async (run: string, item: string, repeat: number) =>
      ({
        run,
        item,
        repeat,
        isRunning: running.has(item),
        episode: {
          maxSteps: 20,
          startedAt: '2026-01-01T00:00:00Z',
          steps: [{ screen: 's' }, { screen: '' }],
          omittedSteps: 0,
        },
      }) as unknown as EpisodeView,
    listen: (listen: (event: ViewerEvent) => void) => {
      listeners.add(listen);
      return () => listeners.delete(listen);
    },
  };
}

describe('phones of what goes on', () => {
  it('are those that had begun, and come and go with what is heard', async () => {
    const running = new Set(['a', 'b']);
    const made = folder(running);
    using phones = new LivePhones(made);
    expect(await phones.list()).toMatchObject([
      { item: 'a', agent: 'direct', instruction: 'Do it', step: 2, last: { screen: 's' } },
    ]);
    made.say({ type: 'episode', run: 'r', item: 'b', repeat: 0, step: 1, ended: false });
    expect((await phones.list()).map(({ item }) => item)).toEqual(['a', 'b']);
    made.say({ type: 'episode', run: 'r', item: 'b', repeat: 0, step: 2, ended: true });
    expect((await phones.list()).map(({ item }) => item)).toEqual(['a']);
    // It ended unheard.
    running.clear();
    expect(await phones.list()).toEqual([]);
    running.add('a');
    made.say({ type: 'episode', run: 'r', item: 'a', repeat: 0, step: 2, ended: false });
    made.say({ type: 'run-gone', id: 'r' });
    expect(await phones.list()).toEqual([]);
  });
});
