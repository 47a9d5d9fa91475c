import { countInstructionFollowing } from '../../../domain/instruction-following.js';
import type { Episode } from '../../../domain/episode.js';
import type { Mode } from '../../../domain/mode.js';
import type { EpisodeScores } from '../../../domain/score.js';
import type { Screen } from '../../../domain/screen.js';
import { DatasetError } from '../../../errors.js';
import { evaluateTrace, type TraceResult } from '../../../evaluators/tree-rules/evaluate-trace.js';
import { scoreOf } from '../../../evaluators/tree-rules/tree-rules-evaluator.js';
import {
  HierarchyMissingError,
  hierarchyReader,
  trajectoryTrace,
} from '../../../evaluators/tree-rules/trajectory-trace.js';
import { instructionFollowingScore } from '../../dimensions/instruction-following-score.js';
import { NAVIGATION } from '../../dimensions/navigation-row.js';
import { readRules } from '../recordings/recording.js';
import { pairId, type SphinxPair } from '../saved-runs/pair.js';
import { fullActivity } from './full-activity.js';
import { withoutRest } from './repetition.js';

const VERSION = '1';

/**
 * A task done on a phone, judged by its rules on the UI hierarchies that the phone gave. Where a rule needs a screen that gave
 * none, nobody knows whether the task is done: it is undecided, and no failure.
 *
 * @throws {DatasetError} when the rules cannot be read
 */
export async function scoreLive(
  pair: SphinxPair,
  episode: Episode,
  mode: Mode,
  { dataDirectory, signal }: { readonly dataDirectory: string; readonly signal: AbortSignal },
): Promise<EpisodeScores> {
  const rules = await readRules(dataDirectory, pair, { signal });
  const trajectory = withoutRest(episode.trajectory, mode);
  if (trajectory.steps.length === 0) throw new DatasetError(`nothing was seen of ${pairId(pair)}`);
  const named = { evaluator: NAVIGATION, version: VERSION, mode };
  const conduct = instructionFollowingScore(
    { left: false, ...(await countInstructionFollowing(trajectory, { signal })), coverage: null },
    mode,
  );
  const unseen: Screen[] = [];
  const read = hierarchyReader({ signal });
  const hierarchies = (screen: Screen): ReturnType<typeof read> => {
    if (screen.hierarchy === null) unseen.push(screen);
    return read(screen);
  };
  const trace = trajectoryTrace(trajectory, { mode, hierarchies, activityOf: fullActivity });
  let result: TraceResult;
  try {
    result = await evaluateTrace(rules, trace, { mode });
  } catch (error) {
    const [screen] = unseen;
    if (screen === undefined || !(error instanceof HierarchyMissingError)) throw error;
    const step = trajectory.steps.findIndex((one) => one.screen === screen) + 1;
    const reason = `the phone gave no UI hierarchy of the screen of step ${step}, which a rule needs`;
    return {
      mode,
      success: null,
      completion: null,
      scores: [{ ...named, score: { status: 'unknown', reason } }, conduct],
    };
  }
  return {
    mode,
    success: result.success,
    completion: result.completion,
    scores: [{ ...named, score: scoreOf(result) }, conduct],
  };
}
