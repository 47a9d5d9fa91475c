import { describe, expect, it } from 'vitest';
import { stop, tap, type Action } from '../../../domain/action.js';
import type { EpisodeEnd } from '../../../domain/episode.js';
import type { Mode } from '../../../domain/mode.js';
import { pixelPoint } from '../../../domain/geometry.js';
import { unknownVerdict, type Verdict } from '../../../domain/scores/verdict.js';
import type { Screen } from '../../../domain/screen.js';
import type { TrajectoryStep } from '../../../domain/trajectory.js';
import { invalidOperation } from '../live/operation.js';
import type { ProbenchTask } from '../tasks/task-file.js';
import { probenchEnd } from './completion-signal.js';
import { probenchDetails } from './probench-details.js';
import { scoreProbench } from './score-probench.js';

const TASK: ProbenchTask = {
  id: 't',
  language: 'en',
  app: 'clock',
  instruction: 'Set an alarm.',
  type: 'process',
  category: 'system',
};
const STOPPED: EpisodeEnd = { reason: 'agent_stop' };
const CLICK = tap(pixelPoint(5, 5));
const UNREAD = { kind: 'no_action', message: 'nothing', excerpt: '?' } as const;

function screenOf(picture: string, app = 'org.clock'): Screen {
  const content = { mediaType: 'image/png', hash: picture, load: async () => new Uint8Array() };
  const activity = { package: app, activity: '.Main' };
  return { id: picture, size: { width: 10, height: 10 }, activity, picture: content, hierarchy: null };
}

function stepOf(action: Action | null, picture = 'a', app?: string): TrajectoryStep {
  return { screen: screenOf(picture, app), state: null, action };
}

function verdictOf(outcome: 'success' | 'failure'): Verdict {
  return { outcome, completion: null, process: [], blame: null, steps: [1], explanation: 'It shows so.' };
}

function score(
  steps: readonly TrajectoryStep[],
  { end = STOPPED, mode = 'corrected', verdict }: { end?: EpisodeEnd; mode?: Mode; verdict?: Verdict } = {},
) {
  const episode = { key: { item: 't', repeat: 0 }, trajectory: { steps }, end };
  const given = verdict === undefined ? {} : { verdict };
  const scores = scoreProbench(TASK, episode, { mode, appPackage: 'org.clock', ...given });
  return { ...scores, details: probenchDetails(scores) };
}

const DONE = [stepOf(CLICK), stepOf(stop(), 'b')];

describe('scoreProbench', () => {
  it.each<[string, readonly TrajectoryStep[], EpisodeEnd, string | null]>([
    ['steps that ran out', [stepOf(CLICK)], { reason: 'step_budget' }, null],
    ['an early stop', [stepOf(CLICK)], { reason: 'environment_end', code: 'early_stop' }, 'Click(5, 5)'],
    [
      'an early stop by unreadable answers',
      [{ ...stepOf(null), formatError: UNREAD }],
      { reason: 'environment_end', code: 'early_stop' },
      invalidOperation(UNREAD),
    ],
    ['an agent that gave up', [stepOf(stop('infeasible'))], STOPPED, null],
    [
      'an environment that ended for another reason',
      [stepOf(CLICK)],
      { reason: 'environment_end', code: 'x' },
      null,
    ],
  ])('has %s uncompleted and failed, whatever a judge says', (_, steps, end, earlyStop) => {
    for (const verdict of [undefined, verdictOf('success')]) {
      const { success, details } = score(steps, { end, ...(verdict === undefined ? {} : { verdict }) });
      expect(success).toBe(false);
      expect(details).toMatchObject({ outcome: 'uncompleted', earlyStop, judgeError: false });
    }
  });

  it('is what its judge says, and rests on the steps that the judge named', () => {
    for (const outcome of ['success', 'failure'] as const) {
      const { success, details, scores } = score(DONE, { verdict: verdictOf(outcome) });
      expect(success).toBe(outcome === 'success');
      expect(details).toMatchObject({ outcome, judgeError: false });
      expect(scores[0]?.score).toMatchObject({ steps: [1], explanation: 'the judge: It shows so.' });
    }
  });

  it('is undecided without a judge in both modes', () => {
    for (const mode of ['corrected', 'reference'] as const) {
      const { success, details } = score(DONE, { mode });
      expect([success, details?.outcome, details?.judgeError]).toEqual([null, 'unjudged', false]);
    }
  });

  it('is undecided where the judge gave no verdict, and a failure in reference', () => {
    const verdict = unknownVerdict('unreadable');
    expect(score(DONE, { verdict })).toMatchObject({
      success: null,
      details: { outcome: 'unjudged', judgeError: true },
    });
    expect(score(DONE, { verdict, mode: 'reference' })).toMatchObject({
      success: false,
      details: { outcome: 'failure', judgeError: true },
    });
  });

  it('counts steps, unreadable answers, clicks that changed nothing and screens of other apps', () => {
    const steps = [
      stepOf(CLICK, 'a'),
      stepOf(CLICK, 'a'),
      { ...stepOf(null, 'b'), formatError: UNREAD },
      stepOf(CLICK, 'b', 'org.other'),
      // A dialog of the phone is no other app.
      stepOf(null, 'c', 'com.google.android.permissioncontroller'),
    ];
    expect(score(steps, { end: { reason: 'step_budget' } }).details).toEqual({
      outcome: 'uncompleted',
      earlyStop: null,
      steps: 4,
      invalid: 1,
      clicks: { seen: 3, idle: 1 },
      leftApp: [3],
      judgeError: false,
      language: 'en',
      type: 'process',
      app: 'clock',
      category: 'system',
    });
  });
});

describe('probenchEnd', () => {
  it('takes a completion at the last step that is allowed', () => {
    const steps = [...Array.from({ length: 14 }, () => stepOf(CLICK)), stepOf(stop())];
    expect(probenchEnd({ trajectory: { steps }, end: STOPPED })).toEqual({ type: 'completed' });
  });
});
