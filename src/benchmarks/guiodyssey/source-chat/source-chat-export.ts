import { wholeNumber } from '../../../domain/text/parse-option.js';
import { given } from '../../../domain/given.js';
import { plural } from '../../../domain/text/plural.js';
import { UserError } from '../../../errors.js';
import type { WrittenExport } from '../../dataset-export.js';
import type { SourceExport, SourceExportRequest } from '../../source-export.js';
import { sampleSize } from '../chat-format/sample-size.js';
import { filesTable } from '../chat-format/files-table.js';
import { wordSwitches, wordsOf } from '../episode-writer/recording-switches.js';
import { writeSourceChat, type SourceChat } from './write-source-chat.js';

/** Episodes of any source as OdysseyAgent is trained on them and asked about them. */
export const odysseySourceChatExport: SourceExport = {
  name: 'guiodyssey-chat',
  title: "Write episodes of runs, datasets and worlds in GUIOdyssey's chat format, to train OdysseyAgent on.",
  summary: {
    what: "episodes of any source in GUIOdyssey's chat format",
    forms: ['training records', 'test records'],
    dialect: 'its own',
  },
  examples: [
    'touchstone export guiodyssey-chat androidcontrol --data FOLDER --split published --sample-steps 50000 --out DIR',
    'touchstone export guiodyssey-chat aitw --data FOLDER --split general --sample-steps 50000 --seed 7 --out DIR',
    'touchstone export guiodyssey-chat androidcontrol --data FOLDER --split app_unseen --part test --test --out DIR',
    'touchstone export guiodyssey-chat runs/RUN --out DIR                          what an agent or a person did',
  ],
  settings: ['level'],
  switches: [
    { flag: '--test', description: 'write test records in place of training records' },
    {
      flag: '--sample-steps <n>',
      description: 'train on n steps of each source, drawn at random by --seed (default: all)',
    },
    { flag: '--his-len <n>', description: 'earlier commands in a prompt', default: '4' },
    {
      flag: '--written-out <folder>',
      description: 'folder to write in paths in place of --out, for training elsewhere',
    },
    ...wordSwitches('skip'),
  ],
  write,
};

async function write(request: SourceExportRequest): Promise<WrittenExport> {
  const { sources, outDirectory, level, seed, switches, leaveOut, onEpisode, signal } = request;
  const side = switches['test'] === true ? 'test' : 'train';
  const sampleSteps = sampleSize(switches['sampleSteps'], '--sample-steps');
  if (side === 'test' && sampleSteps !== null) {
    throw new UserError('--sample-steps is for training, --test writes test records', {
      hint: 'Leave one of the two out; --sample takes some of the episodes, all of their steps.',
    });
  }
  const { writtenOut } = switches;
  const result = await writeSourceChat({
    sources,
    outDirectory,
    writtenDirectory: typeof writtenOut === 'string' ? writtenOut : outDirectory,
    side,
    level: level ?? 'high',
    sampleSteps,
    seed,
    historyLength: wholeNumber(switches['hisLen'], '--his-len'),
    words: wordsOf(switches),
    leaveOut,
    onEpisode,
    signal,
  });
  const { files, pictures } = result;
  const records = files.filter(({ file }) => file.includes('_anno/'));
  const isEmpty = records.every((file) => file.records === 0);
  return {
    tables: [
      filesTable(
        files,
        given([isEmpty && 'No record was written.', `${plural(pictures, 'screenshot')} next to them.`]),
      ),
    ],
    warnings: warningsOf(result, side),
    isEmpty,
    document: { formatVersion: 1, dataset: 'guiodyssey', files, pictures },
  };
}

function warningsOf({ longPaths, assumed, boxless }: SourceChat, side: 'train' | 'test'): string[] {
  return [
    ...longPaths,
    ...given([
      side === 'test' &&
        assumed > 0 &&
        `${plural(assumed, 'episode has', 'episodes have')} no category of GUIOdyssey: Multi_Apps from three apps on, else General_Tool; --category names another`,
      side === 'test' &&
        boxless > 0 &&
        `${plural(boxless, 'touch has', 'touches have')} no area of an element: the published evaluator finds none of them right`,
    ]),
  ];
}
