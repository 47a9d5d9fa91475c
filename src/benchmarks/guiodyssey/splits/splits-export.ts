import { resolve } from 'node:path';
import { readAppClasses } from '../../../formats/app-classes/read-app-classes.js';
import type { DatasetExport } from '../../dataset-export.js';
import { writeOdysseySplits } from './write-splits.js';
import { numberColumns, textColumns } from '../../../metrics/tables/columns.js';

/** Seeded split files for episodes of one's own. */
export const odysseySplitsExport: DatasetExport = {
  name: 'guiodyssey-splits',
  title:
    "Divide episodes in GUIOdyssey's four ways and write the split files; the published files stay authoritative.",
  summary: { what: 'split files for GUIOdyssey, from a seed', forms: [], dialect: '' },
  examples: ['touchstone export guiodyssey-splits --data DIR --out DIR/splits --seed 7'],
  settings: ['data', 'seed'],
  outDescription: 'folder for the split files; files of the same names are replaced',
  switches: [
    {
      flag: '--per-device',
      description: 'write a split for each device too, its episodes for testing (device-pixel-7-pro, …)',
    },
    {
      flag: '--devices <names>',
      description: 'devices to test on, comma-separated',
      default: 'Pixel Tablet',
    },
    {
      flag: '--app-classes <file>',
      description: 'class of each app, for the app split: JSON object, or CSV of app and class',
    },
  ],
  write: async ({ dataDirectory, outDirectory, seed, switches, workingDirectory, signal }) => {
    const file = switches['appClasses'];
    const classes =
      typeof file === 'string'
        ? await readAppClasses(resolve(workingDirectory, file), { signal })
        : new Map<string, string>();
    const splits = await writeOdysseySplits({
      dataDirectory,
      outDirectory,
      seed,
      devices: String(switches['devices'])
        .split(',')
        .map((name) => name.trim()),
      perDevice: switches['perDevice'] === true,
      classes,
      signal,
    });
    const table = {
      id: 'written-splits',
      title: `Splits, seed ${seed}`,
      columns: [...textColumns('File'), ...numberColumns('Train', 'Test')],
      rows: splits.map(({ file: name, train, test }) =>
        [name, train, test].map((cell) => ({ text: String(cell) })),
      ),
      notes: splits.flatMap(({ file: name, notes }) => notes.map((note) => `${name}: ${note}.`)),
    };
    return {
      tables: [table],
      warnings: [],
      isEmpty: false,
      document: { formatVersion: 1, dataset: 'guiodyssey', seed, splits },
    };
  },
};
