import { resolve } from 'node:path';
import type { Command } from 'commander';
import { plural } from '../../domain/plural.js';
import { ODYSSEY_DEVICE_SPLITS, ODYSSEY_SPLITS } from '../../benchmarks/guiodyssey/odyssey-split.js';
import { UserError } from '../../errors.js';
import { exportOdysseyChat } from '../../exports/guiodyssey/export-chat-format.js';
import type { OdysseyExport, OdysseyExportProgress } from '../../exports/guiodyssey/export-chat-format.js';
import { TRAINING_FORMATS } from '../../exports/training-formats.js';
import type { Table } from '../../metrics/table.js';
import { addSettings } from '../add-settings.js';
import type { CommandContext } from '../command-context.js';
import { exitCodeOfFault } from '../exit-code.js';
import { introduce } from '../introduce.js';
import { loadSettings } from '../load-settings.js';
import { printTables } from '../output/print-tables.js';
import { printWarnings } from '../output/print-warnings.js';
import { oneOf, wholeNumber } from '../parse-option.js';
import { addParquetCommand } from './export-parquet.js';
import { addSplitsCommand } from './export-splits.js';
import { addTrainingCommand } from './export-training.js';

const EXAMPLES = [
  'touchstone export guiodyssey --data DIR --out DIR',
  'touchstone export guiodyssey --data DIR --out DIR --split random --level low --type semantic --seed 7',
  'touchstone export guiodyssey --data DIR --out DIR --mode reference --no-shuffle',
];
/** Splits written unless one is named. */
const SPLITS = ODYSSEY_SPLITS.filter((name) => name !== 'all');
const REPORT_MS = 1000;

/** `touchstone export FORMAT`: datasets, runs and worlds in the forms that models are trained on, and as tables. */
export function addExportCommand(program: Command, context: CommandContext): void {
  const exporting = introduce(
    program.command('export'),
    'Write datasets, runs and worlds in a form that models are trained on, or as tables.',
    [
      'touchstone export sharegpt runs/RUN --dialect ui_tars --out train',
      'touchstone export trl pocket --dialect qwen25_mobile_use --out train --validation 5%',
      'touchstone export parquet runs/A runs/B --out tables',
      ...EXAMPLES.slice(0, 1),
    ],
  );
  for (const format of TRAINING_FORMATS) addTrainingCommand(exporting, format, context);
  addParquetCommand(exporting, context);
  addSplitsCommand(exporting, context);
  const odyssey = introduce(
    exporting.command('guiodyssey'),
    'Write training files, test files and the history index of GUIOdyssey in its chat format.',
    EXAMPLES,
  );
  addSettings(odyssey, ['data', 'level', 'split', 'mode', 'seed'])
    .requiredOption('--out <folder>', 'folder for the files; files of the same names are replaced')
    .option('--type <standard|semantic>', 'train on commands, or also on the annotations', 'standard')
    .option('--his-len <n>', 'earlier commands told in a prompt', '4')
    .option('--no-shuffle', 'leave semantic records in the order of the steps')
    .option('--written-data <folder>', 'folder to write in paths instead of --data, for training elsewhere')
    .option('--config <file>', 'configuration file (default: touchstone.config.json when there is one)')
    .option('--json', 'print one JSON document')
    .option('--verbose', 'print stacks of errors')
    .exitOverride()
    .action(async (options: Record<string, unknown>) => {
      const { values } = await loadSettings(options, context);
      if (values.data === null) {
        throw new UserError('guiodyssey needs its data', { hint: 'Name its folder with --data.' });
      }
      const written = options['writtenData'];
      const result = await exportOdysseyChat({
        dataDirectory: resolve(context.workingDirectory, values.data),
        outDirectory: resolve(context.workingDirectory, String(options['out'])),
        splits:
          values.split === null
            ? SPLITS
            : [oneOf([...SPLITS, ...ODYSSEY_DEVICE_SPLITS], values.split, '--split')],
        level: values.level ?? 'high',
        type: oneOf(['standard', 'semantic'], options['type'], '--type'),
        historyLength: wholeNumber(options['hisLen'], '--his-len'),
        seed: options['shuffle'] === false ? null : values.seed,
        mode: values.mode ?? 'corrected',
        ...(typeof written === 'string' ? { writtenDirectory: written } : {}),
        signal: context.interrupted,
        onProgress: progressLine(context),
      });
      printWarnings(
        [
          ...result.leftOut.map(({ file, episode, problem }) => `${file} lacks ${episode}: ${problem}`),
          ...result.warnings,
        ],
        context,
      );
      printTables([filesTable(result)], {
        json: options['json'] === true,
        context,
        extra: { formatVersion: 1, dataset: 'guiodyssey', ...result },
      });
      if (isAllLeftOut(result)) context.setExitCode(exitCodeOfFault('dataset'));
    });
}

/** Whether there is no record at all because of what was left out, which is no success. */
function isAllLeftOut({ files, leftOut }: OdysseyExport): boolean {
  return leftOut.length > 0 && files.every(({ records }) => records === 0);
}

function filesTable(result: OdysseyExport): Table {
  const { files, leftOut } = result;
  return {
    id: 'exported-files',
    title: 'Written',
    columns: [
      { title: 'File', align: 'left' },
      { title: 'Episodes', align: 'right' },
      { title: 'Records', align: 'right' },
      { title: 'Bytes', align: 'right' },
    ],
    rows: files.map(({ file, episodes, records, bytes }) =>
      [file, episodes, records, bytes].map((cell) => ({
        text: typeof cell === 'number' ? cell.toLocaleString('en') : cell,
      })),
    ),
    notes: [
      ...(isAllLeftOut(result) ? ['No record was written.'] : []),
      ...(leftOut.length === 0
        ? []
        : [
            `${plural(leftOut.length, 'broken episode is', 'broken episodes are')} left out; --json lists each.`,
          ]),
    ],
  };
}

/** A line on stderr once a second at most. */
function progressLine({ stderr }: CommandContext): (progress: OdysseyExportProgress) => void {
  let reportedAt = performance.now();
  return ({ file, episodes, of }) => {
    const now = performance.now();
    if (now - reportedAt < REPORT_MS) return;
    reportedAt = now;
    stderr.write(`${file}: ${episodes} of ${plural(of, 'episode')}\n`);
  };
}
