import { given } from '../../domain/given.js';
import { oneOf, wholeNumber } from '../../domain/text/parse-option.js';
import { plural } from '../../domain/text/plural.js';
import { numberColumns, textColumns } from '../../metrics/tables/columns.js';
import type { Table } from '../../metrics/tables/table.js';
import type { DatasetExport } from '../dataset-export.js';
import { exportOdysseyChat, type OdysseyExport } from './chat-format/export-chat-format.js';
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
  ],
  settings: ['data', 'level', 'split', 'mode', 'seed'],
  outDescription: 'folder for the files; files of the same names are replaced',
  switches: [
    {
      flag: '--type <standard|semantic>',
      description: 'train on commands, or also on the annotations',
      default: 'standard',
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
      splits:
        request.split === null
          ? SPLITS
          : [oneOf([...SPLITS, ...ODYSSEY_DEVICE_SPLITS], request.split, '--split')],
      level: request.level ?? 'high',
      type: oneOf(['standard', 'semantic'], switches['type'], '--type'),
      historyLength: wholeNumber(switches['hisLen'], '--his-len'),
      seed: switches['shuffle'] === false ? null : request.seed,
      mode: request.mode ?? 'corrected',
      ...(typeof written === 'string' ? { writtenDirectory: written } : {}),
      signal: request.signal,
      onProgress: ({ file, episodes, of }) =>
        request.onProgress?.(`${file}: ${episodes} of ${plural(of, 'episode')}`),
    });
    return {
      tables: [filesTable(result)],
      warnings: [
        ...result.leftOut.map(({ file, episode, problem }) => `${file} lacks ${episode}: ${problem}`),
        ...result.warnings,
      ],
      isEmpty: isAllLeftOut(result),
      document: { formatVersion: 1, dataset: 'guiodyssey', ...result },
    };
  },
};
/** Whether there is no record at all because of what was left out, which is no success. */
function isAllLeftOut({ files, leftOut }: OdysseyExport): boolean {
  return leftOut.length > 0 && files.every(({ records }) => records === 0);
}

function filesTable(result: OdysseyExport): Table {
  const { files, leftOut } = result;
  return {
    id: 'exported-files',
    title: 'Written',
    columns: [...textColumns('File'), ...numberColumns('Episodes', 'Records', 'Bytes')],
    rows: files.map(({ file, episodes, records, bytes }) =>
      [file, episodes, records, bytes].map((cell) => ({
        text: typeof cell === 'number' ? cell.toLocaleString('en') : cell,
      })),
    ),
    notes: given([
      isAllLeftOut(result) && 'No record was written.',
      leftOut.length !== 0 &&
        `${plural(leftOut.length, 'broken episode is', 'broken episodes are')} left out; --json lists each.`,
    ]),
  };
}
