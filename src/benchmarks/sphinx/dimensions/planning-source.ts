import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DatasetError } from '../../../errors.js';
import type { DimensionFile } from '../../dimensions/dimension-source.js';
import {
  COMPLETION_MODALITIES,
  completionItem,
  lostTask,
  type CompletionModality,
} from '../../dimensions/completion-item.js';
import type { QuestionItem } from '../../dimensions/question-item.js';
import { questionSource } from '../../dimensions/question-source.js';
import { toAction, type RecordedAction } from '../saved-runs/native-action.js';
import { pairId, type SphinxPair } from '../saved-runs/pair.js';
import { readRecordedActions, recordingFolder } from '../recordings/recording.js';
import { openScreenFolder } from '../recordings/screen-folder.js';
import { sphinxScreen } from '../recordings/sphinx-screen.js';
import type { OpenSphinxSource, SphinxSourceOptions } from './sphinx-source.js';
import { splitPairs } from '../splits.js';
import { readTaskInfo } from '../recordings/task-info.js';
import type { Mode } from '../../../domain/mode.js';
import { actionSentence } from '../../../observations/action-sentence.js';

/** Whether a task is done on a screen of its recording, and what was done before. */
interface CompletionItem {
  /** Place of the screen in the recording, from 0. */
  readonly index: number;
  readonly isReached: boolean;
  /** A sentence for each action before. */
  readonly done: readonly string[];
}

/**
 * Planning: for each screen of each recording, whether the task is done there. In words or with the screenshot; the model's
 * own dialect has no such question.
 *
 * Source: SPHINX paper, section 3.3.3, completion judgement.
 */
export const openPlanning: OpenSphinxSource = async (options) => {
  const { dataDirectory, split, signal } = options;
  const goals = new Map<number, string>();
  for (const { id, description } of await readTaskInfo(dataDirectory, 'all', { signal })) {
    goals.set(id, description);
  }
  return questionSource(
    {
      dimension: 'planning',
      warnings: [],
      files: () => filesOf(options),
      async *questions() {
        for (const modality of COMPLETION_MODALITIES) {
          if (!options.modalities.includes(modality)) continue;
          for await (const pair of splitPairs(dataDirectory, split, { signal })) {
            yield* pairItems(pair, modality, goals.get(pair.task) ?? null, options);
          }
        }
      },
    },
    { signal },
  );
};

async function* filesOf({
  dataDirectory,
  split,
  modalities,
  signal,
}: SphinxSourceOptions): AsyncGenerator<DimensionFile> {
  const file = (name: string, counts: DimensionFile['counts']): DimensionFile => ({
    path: join(dataDirectory, name),
    name,
    counts,
  });
  yield file('task_info_all.json', 'content');
  if (split === 'no-login') yield file('task_info.json', 'content');
  for await (const pair of splitPairs(dataDirectory, split, { signal })) {
    const name = `groundtruth/${pairId(pair)}`;
    yield file(`${name}/meta.json`, 'content');
    const screens = await openScreenFolder(join(dataDirectory, name));
    for (const number of [...(screens?.numbers ?? [])].toSorted((a, b) => a - b)) {
      yield file(`${name}/${number}.xml`, 'presence');
      if (modalities.includes('vision')) yield file(`${name}/${number}.png`, 'presence');
    }
  }
}

/** The items of a recording; one that says why where it cannot be read. */
async function* pairItems(
  pair: SphinxPair,
  modality: CompletionModality,
  goal: string | null,
  options: SphinxSourceOptions,
): AsyncGenerator<QuestionItem> {
  const task = { id: pairId(pair), modality, goal: goal ?? '', apps: [pair.app] };
  const actions = await recordedActions(pair, options);
  if (goal === null || typeof actions === 'string') {
    yield lostTask(task, typeof actions === 'string' ? actions : 'no task file has an instruction for it');
    return;
  }
  for (const { index, ...item } of completionItems(actions, options.mode)) {
    const screen = sphinxScreen(options.dataDirectory, `groundtruth/${task.id}/${index}`);
    yield completionItem({ ...task, setSize: actions.length }, index, { screen, ...item });
  }
}

/** The actions of a recording, or why there are none. */
async function recordedActions(
  pair: SphinxPair,
  { dataDirectory, signal }: SphinxSourceOptions,
): Promise<readonly RecordedAction[] | string> {
  const folder = recordingFolder(dataDirectory, pair);
  if (!existsSync(folder)) return 'the data hold no recording of it';
  try {
    return await readRecordedActions(folder, { signal });
  } catch (error) {
    if (error instanceof DatasetError) return error.message;
    throw error;
  }
}

/**
 * One item for each action of a recording; the task is done on the last screen, on which the recording stops.
 *
 * Source: SPHINX paper, completion judgement. Recordings do not say which way a swipe went: `reference` says "up" as the
 * reference code does, `corrected` nothing.
 */
export function completionItems(actions: readonly RecordedAction[], mode: Mode): CompletionItem[] {
  const sentences = actions.map((action) => recordedSentence(action, mode));
  return actions.map((_, index) => ({
    index,
    isReached: index === actions.length - 1,
    done: sentences.slice(0, index),
  }));
}

/** What a recorded action did, in a sentence; the stop's as well. */
export function recordedSentence(recorded: RecordedAction, mode: Mode): string {
  const action = toAction(recorded);
  const described =
    action.type === 'swipe' && action.direction === null && mode === 'reference'
      ? { ...action, direction: 'up' as const }
      : action;
  // Recorded touches name their element, so there is always a sentence; coordinates are written as recorded.
  return actionSentence(described, null) ?? `${recorded.type} ${JSON.stringify(recorded)}.`;
}
