import { resolve } from 'node:path';
import type { Command } from 'commander';
import { writeOdysseySplits } from '../../benchmarks/guiodyssey/write-splits.js';
import { UserError } from '../../errors.js';
import { addSettings } from '../add-settings.js';
import type { CommandContext } from '../command-context.js';
import { introduce } from '../introduce.js';
import { loadSettings } from '../load-settings.js';
import { printTables } from '../output/print-tables.js';
import { readAppClasses } from '../read-app-classes.js';

/** `touchstone export guiodyssey-splits`: seeded split files for episodes of one's own. */
export function addSplitsCommand(exporting: Command, context: CommandContext): void {
  const command = introduce(
    exporting.command('guiodyssey-splits'),
    "Divide episodes in GUIOdyssey's four ways and write the split files; the published files stay authoritative.",
    ['touchstone export guiodyssey-splits --data DIR --out DIR/splits --seed 7'],
  );
  addSettings(command, ['data', 'seed'])
    .requiredOption('--out <folder>', 'folder for the split files; files of the same names are replaced')
    .option(
      '--per-device',
      'write a split for each device too, its episodes for testing (device-pixel-7-pro, …)',
    )
    .option('--devices <names>', 'devices to test on, comma-separated', 'Pixel Tablet')
    .option(
      '--app-classes <file>',
      'class of each app, for the app split: JSON object, or CSV of app and class',
    )
    .option('--config <file>', 'configuration file (default: touchstone.config.json when there is one)')
    .option('--json', 'print one JSON document')
    .option('--verbose', 'print stacks of errors')
    .exitOverride()
    .action(async (options: Record<string, unknown>) => {
      const { values } = await loadSettings(options, context);
      const { workingDirectory, interrupted: signal } = context;
      if (values.data === null) {
        throw new UserError('guiodyssey needs its data', { hint: 'Name its folder with --data.' });
      }
      const file = options['appClasses'];
      const classes =
        typeof file === 'string'
          ? await readAppClasses(resolve(workingDirectory, file), { signal })
          : new Map<string, string>();
      const splits = await writeOdysseySplits({
        dataDirectory: resolve(workingDirectory, values.data),
        outDirectory: resolve(workingDirectory, String(options['out'])),
        seed: values.seed,
        devices: String(options['devices'])
          .split(',')
          .map((name) => name.trim()),
        perDevice: options['perDevice'] === true,
        classes,
        signal,
      });
      const table = {
        id: 'written-splits',
        title: `Splits, seed ${values.seed}`,
        columns: [
          { title: 'File', align: 'left' as const },
          { title: 'Train', align: 'right' as const },
          { title: 'Test', align: 'right' as const },
        ],
        rows: splits.map(({ file: name, train, test }) =>
          [name, train, test].map((cell) => ({ text: String(cell) })),
        ),
        notes: splits.flatMap(({ file: name, notes }) => notes.map((note) => `${name}: ${note}.`)),
      };
      const extra = { formatVersion: 1, dataset: 'guiodyssey', seed: values.seed, splits };
      printTables([table], { json: options['json'] === true, context, extra });
    });
}
