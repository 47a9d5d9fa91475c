import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { countInstructionFollowing } from '../../../domain/instruction-following.js';
import type { Episode } from '../../../domain/episode.js';
import type { Mode } from '../../../domain/mode.js';
import type { EpisodeScores } from '../../../domain/score.js';
import type { AppCoverage } from '../../../environments/recorded-app/recorded-app.js';
import {
  LEFT_RECORDINGS,
  RecordedAppEnvironment,
  UNRECORDED,
} from '../../../environments/recorded-app/recorded-app-environment.js';
import { DatasetError } from '../../../errors.js';
import { evaluateTrace } from '../../../evaluators/tree-rules/evaluate-trace.js';
import { scoreOf } from '../../../evaluators/tree-rules/tree-rules-evaluator.js';
import { hierarchyReader, trajectoryTrace } from '../../../evaluators/tree-rules/trajectory-trace.js';
import { instructionFollowingScore } from '../../dimensions/instruction-following-score.js';
import type { DimensionFile, DimensionItem } from '../../dimensions/dimension-source.js';
import { NAVIGATION } from '../../dimensions/navigation-row.js';
import { pairId, type SphinxPair } from '../saved-runs/pair.js';
import { RecordedApps } from '../recordings/recorded-apps.js';
import { readRules, recordingFolder } from '../recordings/recording.js';
import type { OpenSphinxSource, SphinxSourceOptions } from './sphinx-source.js';
import { navigationItem } from '../navigation-item.js';
import { splitPairs } from '../splits.js';
import { readTaskInfo } from '../recordings/task-info.js';

const VERSION = '1';
/** Length of what names a screen within its app; enough of a hash. */
const NODE_NAME = 12;

/**
 * Navigation on recordings instead of an emulator: whoever does something that no recording of the app shows has left
 * them, and what came of it is unknown.
 *
 * Source: SPHINX paper, section 3.3.1; the recordings as an environment are ours, see docs/benchmarks/sphinx.md.
 */
export const openNavigation: OpenSphinxSource = async (options) => {
  const { dataDirectory, split, signal } = options;
  const goals = new Map<number, string>();
  for (const { id, description } of await readTaskInfo(dataDirectory, 'all', { signal })) {
    goals.set(id, description);
  }
  const apps = await RecordedApps.open(dataDirectory, { signal });
  return {
    dimension: 'navigation',
    warnings: [
      'Navigation is measured on recordings, not on a phone: whoever leaves them is neither right nor wrong, and rates have bounds.',
    ],
    files: () => filesOf(options, apps),
    async *items() {
      for await (const pair of splitPairs(dataDirectory, split, { signal })) {
        yield recordedNavigation(pair, goals.get(pair.task) ?? null, apps, options);
      }
    },
  };
};

async function* filesOf(
  { dataDirectory, split, signal }: SphinxSourceOptions,
  apps: RecordedApps,
): AsyncGenerator<DimensionFile> {
  yield { path: join(dataDirectory, 'task_info_all.json'), name: 'task_info_all.json', counts: 'content' };
  const seen = new Set<string>();
  for await (const { app } of splitPairs(dataDirectory, split, { signal })) {
    if (seen.has(app)) continue;
    seen.add(app);
    for (const pair of apps.pairsOf(app)) {
      for (const name of ['meta.json', 'activities.json', 'evaluator.json']) {
        const file = `groundtruth/${pairId(pair)}/${name}`;
        yield { path: join(dataDirectory, file), name: file, counts: 'content' };
      }
    }
  }
}

function recordedNavigation(
  pair: SphinxPair,
  goal: string | null,
  apps: RecordedApps,
  { dataDirectory, mode, signal }: SphinxSourceOptions,
): DimensionItem {
  const id = pairId(pair);
  const problem =
    goal === null
      ? 'no task file has an instruction for it'
      : existsSync(recordingFolder(dataDirectory, pair))
        ? null
        : 'the data hold no recording of it';
  return {
    item: {
      ...navigationItem(pair, goal),
      ...(problem === null ? {} : { invalid: problem }),
    },
    open: async () => {
      const app = await apps.app(pair.app);
      return new RecordedAppEnvironment({
        task: `navigation/${id}`,
        app,
        recording: id,
        pictures: true,
        // Some recordings take three equal actions in a row; nobody could repeat them in the published harness.
        endsOnRepetition: mode === 'reference',
        allowsIdleActions: mode === 'corrected',
      });
    },
    score: async (episode, mode) =>
      scoreNavigation(pair, episode, mode, {
        dataDirectory,
        coverage: (await apps.app(pair.app)).coverage,
        signal,
      }),
  };
}

interface ScoreNavigationOptions {
  readonly dataDirectory: string;
  readonly coverage: AppCoverage;
  readonly signal: AbortSignal;
}

async function scoreNavigation(
  pair: SphinxPair,
  { trajectory }: Episode,
  mode: Mode,
  { dataDirectory, coverage, signal }: ScoreNavigationOptions,
): Promise<EpisodeScores> {
  const rules = await readRules(dataDirectory, pair, { signal });
  const last = trajectory.steps.findLast(({ transition }) => transition !== undefined)?.transition;
  const left = last?.rule === LEFT_RECORDINGS;
  const unrecorded = trajectory.steps.filter(({ transition }) =>
    UNRECORDED.has(transition?.rule ?? ''),
  ).length;
  const named = { evaluator: NAVIGATION, version: VERSION, mode };
  const instructionFollowing = instructionFollowingScore(
    {
      left,
      ...(await countInstructionFollowing(trajectory, { signal })),
      coverage,
      seen: [...new Set(trajectory.steps.flatMap(({ state }) => state?.slice(0, NODE_NAME) ?? []))],
      ...(unrecorded === 0 ? {} : { unrecorded }),
    },
    mode,
  );
  const reason = left
    ? `left the recordings: ${last.detail ?? 'nobody recorded what was done'}`
    : unrecorded > 0
      ? `explored: nobody recorded what ${unrecorded} of its actions do`
      : null;
  if (reason !== null) {
    return {
      mode,
      success: null,
      completion: null,
      scores: [{ ...named, score: { status: 'unknown', reason } }, instructionFollowing],
    };
  }
  if (trajectory.steps.length === 0) throw new DatasetError(`nothing was seen of ${pairId(pair)}`);
  const trace = trajectoryTrace(trajectory, { mode, hierarchies: hierarchyReader({ signal }) });
  const result = await evaluateTrace(rules, trace, { mode });
  return {
    mode,
    success: result.success,
    completion: result.completion,
    scores: [{ ...named, score: scoreOf(result) }, instructionFollowing],
  };
}
