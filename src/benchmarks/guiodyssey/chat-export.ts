import { given } from '../../domain/given.js';
import { oneOf, wholeNumber } from '../../domain/text/parse-option.js';
import { UserError } from '../../errors.js';
import { plural } from '../../domain/text/plural.js';
import type { DatasetExport, DatasetExportRequest } from '../dataset-export.js';
import { exportOdysseyChat, type OdysseyExport } from './chat-format/export-chat-format.js';
import { filesTable } from './chat-format/files-table.js';
import { sampleSize } from './chat-format/sample-size.js';
import {
  annotationSets,
  historySets,
  ODYSSEY_ANNOTATIONS,
  PUBLISHED_HISTORY,
  type OdysseyTrainingSet,
} from './chat-format/training-set.js';
import { ODYSSEY_DEVICE_SPLITS, ODYSSEY_SPLITS } from './splits/odyssey-split.js';

/** Splits written unless one is named. */
const SPLITS = ODYSSEY_SPLITS.filter((name) => name !== 'all');

/** Training files, test files and the history index in the chat format of GUIOdyssey's authors. */
export const odysseyChatExport: DatasetExport = {
  name: 'guiodyssey',
  title: 'Write training files, test files and the history index of GUIOdyssey in its chat format.',
  summary: {
    what: "GUIOdyssey's own chat format, of its dataset",
    forms: ['standard', 'semantic'],
    dialect: 'its own',
  },
  examples: [
    'touchstone export guiodyssey --data DIR --out DIR',
    'touchstone export guiodyssey --data DIR --out DIR --split random --level low --type semantic --seed 7',
    'touchstone export guiodyssey --data DIR --out DIR --mode reference --no-shuffle',
    'touchstone export guiodyssey --data DIR --out DIR --annotations each        the training sets of Table 6',
    'touchstone export guiodyssey --data DIR --out DIR --history-parts each      those of Table 4',
    'touchstone export guiodyssey --data DIR --out DIR --both-levels --split random',
    'touchstone export guiodyssey --data DIR --out DIR --per-device              each device left out in turn',
  ],
  settings: ['data', 'level', 'split', 'mode', 'seed'],
  outDescription: 'folder for the files; files of the same names are replaced',
  switches: [
    {
      flag: '--type <standard|semantic>',
      description: 'train on commands, or also on the annotations',
      default: 'standard',
    },
    {
      flag: '--annotations <names>',
      description:
        'annotations to train on, in place of --type: description, intention, context; none, all, or each set of Table 6',
    },
    {
      flag: '--history-parts <names>',
      description:
        'what prompts show of earlier steps: actions, screenshots, context; none, all, or each set of Table 4',
      default: 'actions,screenshots',
    },
    { flag: '--both-levels', description: 'train on both instructions of a step, in one file' },
    { flag: '--per-device', description: 'in place of --split: each device left out of training in turn' },
    {
      flag: '--sample-steps <n>',
      description: 'train on n steps of each split, drawn at random by --seed (default: all)',
    },
    { flag: '--his-len <n>', description: 'earlier commands in a prompt', default: '4' },
    { flag: '--no-shuffle', description: 'leave semantic records in the order of the steps' },
    {
      flag: '--written-data <folder>',
      description: 'folder to write in paths instead of --data, for training elsewhere',
    },
  ],
  write: async (request) => {
    const { switches } = request;
    const written = switches['writtenData'];
    const result = await exportOdysseyChat({
      dataDirectory: request.dataDirectory,
      outDirectory: request.outDirectory,
      splits: splitsOf(request),
      sets: trainingSets(request),
      sampleSteps: sampleSize(switches['sampleSteps'], '--sample-steps'),
      historyLength: wholeNumber(switches['hisLen'], '--his-len'),
      seed: request.seed,
      shuffle: switches['shuffle'] !== false,
      mode: request.mode ?? 'corrected',
      ...(typeof written === 'string' ? { writtenDirectory: written } : {}),
      signal: request.signal,
      onProgress: ({ file, episodes, of }) =>
        request.onProgress?.(`${file}: ${episodes} of ${plural(of, 'episode')}`),
    });
    return {
      tables: [filesTable(result.files, notesOf(result))],
      warnings: [
        ...result.leftOut.map(({ file, episode, problem }) => `${file} lacks ${episode}: ${problem}`),
        ...result.warnings,
      ],
      isEmpty: isAllLeftOut(result),
      document: { formatVersion: 1, dataset: 'guiodyssey', ...result },
    };
  },
};

/** @throws {UserError} for `--split` and `--per-device` together */
function splitsOf({ split, switches }: DatasetExportRequest): readonly string[] {
  const isPerDevice = switches['perDevice'] === true;
  if (split === null) return isPerDevice ? ODYSSEY_DEVICE_SPLITS : SPLITS;
  if (!isPerDevice) return [oneOf([...SPLITS, ...ODYSSEY_DEVICE_SPLITS], split, '--split')];
  throw new UserError('--split names one split, --per-device six: name one of the two', {
    hint: `One of the six: --split ${ODYSSEY_DEVICE_SPLITS[0] ?? ''}.`,
  });
}

/** What is to be trained on: every set of annotations with every history. @throws {UserError} */
function trainingSets({ level, switches }: DatasetExportRequest): readonly OdysseyTrainingSet[] {
  const { annotations, historyParts } = switches;
  const isBoth = switches['bothLevels'] === true;
  if (isBoth && level !== null) {
    throw new UserError('--level names one instruction, --both-levels both: name one of the two', {
      hint: 'Leave one of the two out.',
    });
  }
  const levels = isBoth ? (['high', 'low'] as const) : [level ?? 'high'];
  const type = oneOf(['standard', 'semantic'], switches['type'], '--type');
  const asked =
    typeof annotations === 'string'
      ? annotationSets(annotations, '--annotations')
      : [type === 'semantic' ? ODYSSEY_ANNOTATIONS : []];
  const histories =
    typeof historyParts === 'string' ? historySets(historyParts, '--history-parts') : [PUBLISHED_HISTORY];
  return histories.flatMap((history) =>
    asked.map((one): OdysseyTrainingSet => ({ levels, annotations: one, history })),
  );
}

/** Whether there is no record at all because of what was left out, which is no success. */
function isAllLeftOut({ files, leftOut }: OdysseyExport): boolean {
  return leftOut.length > 0 && files.every(({ records }) => records === 0);
}

function notesOf(result: OdysseyExport): string[] {
  const { leftOut } = result;
  return given([
    isAllLeftOut(result) && 'No record was written.',
    leftOut.length !== 0 &&
      `${plural(leftOut.length, 'broken episode is', 'broken episodes are')} left out; --json lists each.`,
  ]);
}
