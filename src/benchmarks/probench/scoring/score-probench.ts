import type { Episode } from '../../../domain/episode.js';
import type { Mode } from '../../../domain/mode.js';
import type { EpisodeScores, Score } from '../../../domain/score.js';
import type { Verdict } from '../../../domain/scores/verdict.js';
import type { Screen } from '../../../domain/screen.js';
import type { Trajectory } from '../../../domain/trajectory.js';
import { invalidOperation, operationOf } from '../live/operation.js';
import type { ProbenchTask } from '../tasks/task-file.js';
import { probenchEnd } from './completion-signal.js';
import { PROBENCH_SCORE, type ProbenchDetails } from './probench-details.js';

const VERSION = '1';

/** Packages whose dialogs and shades lie over an app, which is not left by them. */
const OF_THE_PHONE = /\.(?:permissioncontroller|packageinstaller|systemui)$/;

/** What decides an episode besides itself. */
export interface ProbenchScoring {
  readonly mode: Mode;
  /** Package of the task's app; null where nobody knows it. */
  readonly appPackage: string | null;
  /** Absent where nobody has judged. */
  readonly verdict?: Verdict;
}

/**
 * An episode that was never said to be done has failed, whatever its screens show; one that was is as its judge says. A judge's
 * answer that gives no verdict leaves it undecided; `reference` counts a failure.
 *
 * Source: ProBench paper, section 4.2.
 */
export function scoreProbench(
  task: ProbenchTask,
  episode: Episode,
  { mode, appPackage, verdict }: ProbenchScoring,
): EpisodeScores {
  const end = probenchEnd(episode);
  const decided =
    end.type === 'uncompleted' ? { outcome: 'uncompleted' as const, says: end.why } : judged(verdict, mode);
  const details: ProbenchDetails = {
    outcome: decided.outcome,
    earlyStop: end.type === 'uncompleted' && end.isEarlyStop ? lastOperation(episode.trajectory) : null,
    ...conductOf(episode.trajectory, appPackage),
    judgeError: end.type === 'completed' && verdict?.outcome === 'unknown',
    language: task.language,
    type: task.type,
    app: task.app,
    category: task.category ?? null,
  };
  const isJudged = decided.outcome === 'success' || decided.outcome === 'failure';
  const score: Score =
    decided.outcome === 'unjudged'
      ? { status: 'unknown', reason: decided.says, details }
      : {
          status: 'scored',
          value: decided.outcome === 'success' ? 1 : 0,
          explanation: decided.says,
          ...(isJudged && verdict !== undefined ? { steps: [...verdict.steps] } : {}),
          details,
        };
  return {
    mode,
    success: decided.outcome === 'unjudged' ? null : decided.outcome === 'success',
    completion: null,
    scores: [{ evaluator: PROBENCH_SCORE, version: VERSION, mode, score }],
  };
}

function judged(
  verdict: Verdict | undefined,
  mode: Mode,
): { readonly outcome: ProbenchDetails['outcome']; readonly says: string } {
  if (verdict === undefined) return { outcome: 'unjudged', says: 'no judge has looked at it' };
  const { outcome, explanation } = verdict;
  if (outcome !== 'unknown') return { outcome, says: `the judge: ${explanation}` };
  const says = `the judge gave no verdict: ${explanation}`;
  return { outcome: mode === 'reference' ? 'failure' : 'unjudged', says };
}

function lastOperation({ steps }: Trajectory): string {
  const last = steps.at(-1);
  if (last?.formatError !== undefined) return invalidOperation(last.formatError);
  return last?.action ? operationOf(last.action, last.screen.size) : 'unknown';
}

function conductOf(
  { steps }: Trajectory,
  appPackage: string | null,
): Pick<ProbenchDetails, 'steps' | 'invalid' | 'clicks' | 'leftApp'> {
  const clicks = { seen: 0, idle: 0 };
  for (const [index, { action, screen }] of steps.entries()) {
    const next = steps[index + 1]?.screen;
    if (action?.type !== 'tap' || next === undefined) continue;
    const [before, after] = [pictureOf(screen), pictureOf(next)];
    if (before === null || after === null) continue;
    clicks.seen += 1;
    if (before === after) clicks.idle += 1;
  }
  const elsewhere = steps.flatMap(({ screen: { activity } }, index) =>
    activity === null || activity.package === appPackage || OF_THE_PHONE.test(activity.package)
      ? []
      : [index],
  );
  return {
    steps: steps.filter(({ action, formatError }) => action !== null || formatError !== undefined).length,
    invalid: steps.filter(({ formatError }) => formatError !== undefined).length,
    clicks,
    leftApp: appPackage === null ? null : elsewhere,
  };
}

/** Names a picture by its content; null where nobody knows it unread. */
function pictureOf({ picture }: Screen): string | null {
  return picture?.hash ?? null;
}
