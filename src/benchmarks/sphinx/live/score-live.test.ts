import { describe, expect, it } from 'vitest';
import { endsOn, screenXml, temporaryFolder, writeFiles } from '../../../../test/fixtures/sphinx-data.js';
import type { Activity, Screen } from '../../../domain/screen.js';
import type { TrajectoryStep } from '../../../domain/trajectory.js';
import { scoreLive } from './score-live.js';

const { signal } = new AbortController();

/** A screen of this name; without a UI hierarchy where the name is null. */
function step(name: string | null, rule?: string, activity: Activity | null = null): TrajectoryStep {
  const bytes = Buffer.from(name === 'broken' ? 'no XML' : screenXml(name ?? ''));
  const screen: Screen = {
    id: name ?? 'web',
    size: { width: 768, height: 1280 },
    activity,
    picture: null,
    hierarchy: name === null ? null : { mediaType: 'text/xml', load: async () => bytes },
  };
  if (rule === undefined) return { screen, state: null, action: null };
  return { screen, state: null, action: { type: 'wait' }, transition: { rule, next: null } };
}

async function score(steps: readonly TrajectoryStep[], rules: unknown = [endsOn('Note')]) {
  await using data = await temporaryFolder();
  await writeFiles(data.path, { 'groundtruth/1/notes/evaluator.json': rules });
  const key = { item: 'navigation/1/notes', repeat: 0 };
  const episode = { key, trajectory: { steps }, end: { reason: 'step_budget' as const } };
  const pair = { task: 1, app: 'notes' };
  return await scoreLive(pair, episode, 'reference', { dataDirectory: data.path, signal });
}

describe('scoreLive', () => {
  it('judges the last screen, also where nothing was done on it', async () => {
    expect(await score([step('Home', 'performed'), step('Note')])).toMatchObject({
      success: true,
      completion: 1,
    });
    expect(await score([step('Note', 'performed'), step('Home')])).toMatchObject({ success: false });
  });

  it('judges the screen behind three equal actions, and not what came after', async () => {
    expect(await score([step('Home', 'performed'), step('Note', 'repetition')])).toMatchObject({
      success: true,
    });
  });

  it('counts no format error behind three equal actions', async () => {
    const done = [1, 2, 3].map(() => step('Home', 'performed'));
    const unread = { ...step('Note'), formatError: { kind: 'no_action', message: '', excerpt: '' } as const };
    const judged = await score([...done, unread]);
    expect(judged).toMatchObject({ success: true });
    const fourth = await score([...done.slice(1), unread]);
    expect(JSON.stringify(judged.scores[1])).not.toEqual(JSON.stringify(fourth.scores[1]));
    expect(judged.scores[1]?.score).toEqual((await score([...done, step('Note')])).scores[1]?.score);
  });

  it('leaves undecided what a screen without a UI hierarchy would decide, and nothing else', async () => {
    const lost = await score([step('Home', 'performed'), step(null)]);
    expect(lost).toMatchObject({ success: null, completion: null });
    expect(lost.scores[0]?.score).toMatchObject({
      status: 'unknown',
      reason: expect.stringContaining('step 2'),
    });
    expect(await score([step(null, 'performed'), step('Note')])).toMatchObject({ success: true });
  });

  it('leaves no failure undecided that has another cause than a screen without a UI hierarchy', async () => {
    await expect(score([step(null, 'performed'), step('broken')])).rejects.toThrow(/broken/);
  });

  it('compares whole classes of activities, as the rules have them, however the phone names them', async () => {
    const onActivity = (activity: string): object => ({ ...endsOn('Note'), check_rules: { activity } });
    const rules = [onActivity('org.example.notes.activity.StorageActivity')];
    const seen = (activity: string) => step('Note', undefined, { package: 'org.example.notes', activity });
    const judged = async (activity: string) => (await score([seen(activity)], rules)).success;
    expect(await judged('.activity.StorageActivity')).toBe(true);
    expect(await judged('org.example.notes.activity.StorageActivity')).toBe(true);
    expect(await judged('.StorageActivity')).toBe(false);
    expect(await judged('org.other.activity.StorageActivity')).toBe(false);
  });
});
