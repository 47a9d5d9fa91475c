import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { itemKeyText } from '../../src/domain/episode.js';
import { indexRun } from '../../src/formats/run/run-index.js';
import { readEpisodes } from '../../src/formats/run/read-episodes.js';
import { readResults } from '../../src/formats/run/scores/read-results.js';
import { NO_CHROMIUM } from '../fixtures/chromium.js';
import { runTouchstone } from './run-touchstone.js';

if (NO_CHROMIUM !== null) console.log(NO_CHROMIUM);

const WAIT = { timeout: 240_000 };
const TASKS = 'weekday-alarm,lanterns-to-lin';
let folder = '';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'touchstone-live-kill-'));
});
afterAll(async () => rm(folder, { recursive: true, force: true }));

/** What a run did, without what its pages came to by the clock: a finger that is held, a cursor that blinks. */
async function doneIn(directory: string): Promise<Record<string, unknown>> {
  const index = await indexRun(directory);
  const done: Record<string, { steps: unknown[]; success?: boolean | null }> = {};
  for await (const { item, record } of readEpisodes(index)) {
    const steps = record.steps.map(({ decision, transition }) => ({
      decision: decision?.decision,
      rule: transition?.transition.rule,
    }));
    done[itemKeyText(item.key)] = { steps: [...steps, item.end] };
  }
  for await (const { key, result } of readResults(index, 'corrected')) {
    const item = done[itemKeyText(key)];
    if (item !== undefined) item.success = result.success;
  }
  return done;
}

describe.skipIf(NO_CHROMIUM !== null)('a run in live apps that was killed', () => {
  it('is resumed to what it would have been', WAIT, async () => {
    const run = (id: string, more: Parameters<typeof runTouchstone>[1] = {}) =>
      runTouchstone(
        `run pocket --env chromium --agent random --seed 7 --tasks ${TASKS} --max-steps 8 --concurrency 1 --run-id ${id} --events`.split(
          ' ',
        ),
        { cwd: folder, ...more },
      );
    const smooth = await run('smooth');
    expect(smooth.code, smooth.stderr).toBe(0);
    const killed = await run('killed', { signals: [{ after: '"step":3', signal: 'SIGKILL' }] });
    expect(killed.signal).toBe('SIGKILL');
    const before = await indexRun(join(folder, 'runs/killed'));
    expect(before.items.size).toBeLessThan(2);
    const resumed = await runTouchstone(['resume', 'runs/killed', '--events'], { cwd: folder });
    expect(resumed.code, resumed.stderr).toBe(0);
    expect(resumed.stderr).toContain('"resumed":true');
    const expected = await doneIn(join(folder, 'runs/smooth'));
    expect(Object.keys(expected)).toHaveLength(2);
    // Most steps came to something.
    expect(JSON.stringify(expected).match(/"rule":/g)?.length).toBeGreaterThan(8);
    expect(await doneIn(join(folder, 'runs/killed'))).toEqual(expected);
  });
});
