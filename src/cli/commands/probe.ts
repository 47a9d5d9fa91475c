import type { Command } from 'commander';
import { UserError } from '../../errors.js';
import { numberColumns, textColumns } from '../../metrics/tables/columns.js';
import type { Table } from '../../metrics/tables/table.js';
import { probeModel } from '../../app/probe/probe-model.js';
import type { ProbeReport } from '../../models/probe/probe.js';
import { addSettings } from '../add-settings.js';
import type { CommandContext } from '../command-context.js';
import { EXIT } from '../exit-code.js';
import { introduce } from '../introduce.js';
import { ONE_MODEL_SETTINGS } from '../../app/settings/setting.js';
import { loadSettings } from '../../app/settings/load-settings.js';
import { printTables } from '../output/print-tables.js';
import { wholeNumber } from '../../domain/text/parse-option.js';
import { readSize } from '../../app/settings/read-size.js';

const SHOWN_FITS = 5;
const DEFAULT_TARGETS = 9;
const MOST_TARGETS = 200;

/** `touchstone probe`: what a model's numbers mean, and whether its server makes pictures smaller. */
export function addProbeCommand(program: Command, context: CommandContext): void {
  addSettings(
    introduce(
      program.command('probe'),
      "Measure what a model's numbers mean, and whether its server makes pictures smaller.",
      [
        'touchstone probe --model NAME --base-url http://localhost:8000/v1 --screen 1080x2400',
        'touchstone probe --profile my-model.json --targets 20 --json',
      ],
    ),
    ONE_MODEL_SETTINGS,
  )
    .option('--screen <WxH>', 'size of the pictures: that of the screens the model is to see', '1080x2400')
    .option('--targets <n>', 'pictures to ask about', String(DEFAULT_TARGETS))
    .option('--config <file>', 'configuration file (default: touchstone.config.json when there is one)')
    .option('--json', 'print one JSON document')
    .action(async (options: Record<string, unknown>) => {
      const { values } = await loadSettings(options, context);
      const size = readSize(options['screen'], '--screen') ?? { width: 1080, height: 2400 };
      const targets = targetCount(options['targets']);
      const report = await probeModel(values, { size, targets }, context);
      const json = options['json'] === true;
      if (json) context.stdout.write(`${JSON.stringify(report, null, 2)}\n`);
      else printTables([probeTable(report)], { json, context });
      if (report.fits.length === 0) context.setExitCode(EXIT.gateMissed);
    });
}

/** @throws {UserError} for none, and for more than a model need be asked about */
function targetCount(given: unknown): number {
  const count = wholeNumber(given, '--targets');
  if (count >= 1 && count <= MOST_TARGETS) return count;
  throw new UserError(`--targets: ${count} pictures cannot be asked about`, {
    hint: `Name 1 to ${MOST_TARGETS}; ${DEFAULT_TARGETS} are usual.`,
  });
}

function probeTable(report: ProbeReport): Table {
  const { size, asked, samples, fits, downscaled, impliedSize, inputTokens } = report;
  const [best] = fits;
  const smaller = impliedSize === null ? '' : ` to ${impliedSize.width} x ${impliedSize.height}`;
  return {
    id: 'probe',
    title: `What the numbers mean: ${samples.length} of ${asked} answers held a position`,
    columns: [...textColumns('meaning', 'order'), ...numberColumns('median error (px)', 'largest')],
    rows: fits
      .slice(0, SHOWN_FITS)
      .map(({ candidate, order, medianErrorPx, largestErrorPx }) => [
        { text: candidate.name },
        { text: order },
        { text: medianErrorPx.toFixed(1) },
        { text: largestErrorPx.toFixed(1) },
      ]),
    notes: [
      ...(best === undefined ? ['No answer held two numbers.'] : [`Best: ${flagOf(best)}`]),
      downscaled === null
        ? 'Nothing tells whether the server makes pictures smaller.'
        : downscaled
          ? `The server makes pictures of ${size.width} x ${size.height} smaller${smaller}: send smaller ones with --picture.`
          : 'The server takes pictures of this size as they are.',
      `Tokens of the whole picture: ${inputTokens.whole ?? 'unknown'}; of one of half its sides: ${inputTokens.half ?? 'unknown'}.`,
    ],
  };
}

/** The setting that holds it. */
function flagOf({ candidate, order }: ProbeReport['fits'][number]): string {
  const { space, span } = candidate;
  const swapped = order === 'yx' ? ':yx' : '';
  if (space === 'sent') return `--coordinates sent${swapped}`;
  if (space === 'norm') return `--coordinates norm:${span.width}${swapped}`;
  return `--coordinates resized:${span.width}x${span.height}${swapped}, for pictures of this size`;
}
