import { join } from 'node:path';
import { z } from 'zod';
import { MAX_RULE_DEPTH, TreeRulesSchema, type TreeRule } from '../../../evaluators/tree-rules/rule.js';
import { FileContentError } from '../../../formats/file-errors.js';
import { readJsonFile } from '../../../formats/read-json-file.js';
import { readActivities } from './activities.js';
import type { AttemptRecord } from '../saved-runs/attempt-record.js';
import { RecordedActionSchema, toAction, type RecordedAction } from '../saved-runs/native-action.js';
import { pairId, type SphinxPair } from '../saved-runs/pair.js';
import { openScreenFolder } from './screen-folder.js';

/** A task as its authors solved it on one app. */
export interface SphinxRecording extends AttemptRecord {
  readonly pair: SphinxPair;
  /** As recorded; the last is the stop. */
  readonly actions: readonly RecordedAction[];
}

interface ReadOptions {
  readonly signal?: AbortSignal;
}

/** Folder of a pair's recording and rules. */
export function recordingFolder(dataDirectory: string, pair: SphinxPair): string {
  return join(dataDirectory, 'groundtruth', pairId(pair));
}

/** The recorded trajectory of a pair; null when the data hold none. @throws {DatasetError} naming file and place */
export async function readRecording(
  dataDirectory: string,
  pair: SphinxPair,
  options: ReadOptions = {},
): Promise<SphinxRecording | null> {
  const folder = recordingFolder(dataDirectory, pair);
  const screens = await openScreenFolder(folder, { within: dataDirectory });
  if (screens === null) return null;
  const actions = await readRecordedActions(folder, options);
  const activities = await readActivities(folder, options);
  if (activities.length < actions.length) {
    throw new FileContentError(`${actions.length} actions, but ${activities.length} activities`, {
      place: { file: join(folder, 'activities.json') },
      hint: 'There is one activity for each action.',
    });
  }
  const steps = actions.map((action, index) => ({
    screen: screens.screen(index, activities[index] ?? null),
    state: null,
    action: toAction(action),
  }));
  const warnings: string[] = [];
  if (screens.numbers.size > actions.length) {
    warnings.push(
      `${screens.numbers.size} screens for ${actions.length} actions; the first ${actions.length} are used`,
    );
  }
  return { pair, actions, trajectory: { steps }, warnings };
}

/** The actions of a recording; the last is its only stop. @throws {DatasetError} naming file and place */
export async function readRecordedActions(
  folder: string,
  options: ReadOptions = {},
): Promise<RecordedAction[]> {
  const file = join(folder, 'meta.json');
  const actions = await readJsonFile(file, z.array(RecordedActionSchema).min(1), options);
  const stop = actions.findIndex(({ type }) => type === 'stop');
  if (stop !== actions.length - 1) {
    throw new FileContentError('a recording ends with its only stop', {
      place: { file, path: stop < 0 ? [] : [stop] },
      hint: 'Cut the recording behind the stop, or add the stop.',
    });
  }
  return actions;
}

/** The rules that decide whether a pair is solved. A pair without rules would always be. @throws {DatasetError} */
export function readRules(
  dataDirectory: string,
  pair: SphinxPair,
  options: ReadOptions = {},
): Promise<TreeRule[]> {
  const file = join(recordingFolder(dataDirectory, pair), 'evaluator.json');
  return readJsonFile(file, TreeRulesSchema, { ...options, maxDepth: MAX_RULE_DEPTH });
}
