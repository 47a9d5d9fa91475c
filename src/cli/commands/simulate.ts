import { writeFile } from 'node:fs/promises';
import { relative, resolve } from 'node:path';
import type { Command } from 'commander';
import { findRun } from '../../app/results/find-run.js';
import { loadSettings } from '../../app/settings/load-settings.js';
import { requireFilePath } from '../../app/settings/require-file-path.js';
import { ASSUMED, type SimulateFlags } from '../../app/simulate/planned-load.js';
import { bottleneckSentence, predictionTable } from '../../app/simulate/prediction-table.js';
import { simulateWorkers } from '../../app/simulate/simulate-workers.js';
import { timeChart } from '../../app/simulate/time-chart.js';
import { wholeNumber } from '../../domain/text/parse-option.js';
import { plural } from '../../domain/text/plural.js';
import { renderBars } from '../../report/terminal-bar.js';
import { terminalOptions } from '../../report/terminal-options.js';
import { addSettings } from '../add-settings.js';
import type { CommandContext } from '../command-context.js';
import { introduce } from '../introduce.js';
import { countProgress } from '../output/count-progress.js';
import { formatDuration } from '../output/format-duration.js';
import { printTables } from '../output/print-tables.js';

interface Flags extends SimulateFlags {
  readonly from?: string;
  readonly seeds?: string;
  readonly seed: string;
  readonly picture?: string;
  readonly json?: boolean;
  readonly runs?: string;
  readonly config?: string;
}

/** `touchstone simulate`: what a run would take on more machines. */
export function addSimulateCommand(program: Command, context: CommandContext): void {
  const command = introduce(
    program.command('simulate'),
    'Predict time, cost and bottleneck of a run on many workers, without any of them.',
    [
      'touchstone simulate  what is assumed: 10,000 episodes, a model of 3 s',
      'touchstone simulate --from RUN --episodes 50000  with the times of a run of yours',
      'touchstone simulate --episodes 50000 --latency 3s..10s --endpoint-limit 200',
      'touchstone simulate --devices 40 --step-time 2s..5s --item-time 30s  phones',
      'touchstone simulate --tokens 3000,150 --price-input 1 --price-output 4 --worker-price 0.2',
    ],
  );
  addSettings(command, ['runs'])
    .option('--from <run>', 'measure steps, times, tokens and failed calls in this run (folder or name)')
    .option('--episodes <n>', `items times repeats (default: those of --from, else ${ASSUMED.episodes})`)
    .option('--workers <list>', 'numbers of workers', '1,8,64,1000')
    .option('--concurrency <n>', 'items at a time of a worker', '8')
    .option('--steps <n>', `steps of an episode: median..95th percentile (else ${ASSUMED.steps})`)
    .option('--latency <time>', `a step's calls: median..95th percentile (else ${ASSUMED.latency})`)
    .option('--step-time <time>', `a step without its calls: phone, journal (else ${ASSUMED.stepTime})`)
    .option('--item-time <time>', `an episode without its steps, such as a reset (else ${ASSUMED.itemTime})`)
    .option('--tokens <in,out>', 'tokens of a step, input and output')
    .option('--price-input <usd>', 'US dollars per million input tokens')
    .option('--price-output <usd>', 'US dollars per million output tokens')
    .option('--worker-price <usd>', 'US dollars per hour of a worker')
    .option('--endpoint-limit <n>', 'calls at a time that the endpoint takes (default: no limit)')
    .option('--calls-per-minute <n>', 'rate limit of the endpoint')
    .option('--tokens-per-minute <n>', 'rate limit of the endpoint, input and output together')
    .option('--devices <n>', 'phones, each lent to one episode at a time (default: none needed)')
    .option('--queue-ms <ms>', 'what the queue takes of a worker for an item', '3')
    .option('--queue-rate <n>', 'items a second that the queue hands out', '1000')
    .option('--start-time <time>', 'until a worker that was started takes items', '5s')
    .option('--deaths <n>', 'deaths of each worker a day', '0')
    .option('--lease <time>', 'until the items of a dead worker are lent again', '30s')
    .option('--back-time <time>', 'until a dead worker is started again', '60s')
    .option('--outages <n>', 'outages of the endpoint a day', '0')
    .option('--outage-time <time>', 'mean length of an outage', '2m')
    .option('--outage-seconds <s>', 'seconds of an outage after which a run stops', '600')
    .option('--call-failures <share>', 'share of calls that fail and are tried again (else that of --from)')
    .option('--max-tokens <n>', 'budget of the run')
    .option('--max-cost <usd>', 'budget of the run')
    .option('--run-seconds <n>', 'budget of the run')
    .option('--seed <n>', 'seed of the first simulation', '1')
    .option('--seeds <n>', 'simulations for each number of workers (default: 5, of large runs 3)')
    .option('--picture <file>', 'write an SVG picture of time against workers there')
    .option('--config <file>', 'configuration file (default: touchstone.config.json when there is one)')
    .option('--json', 'print one JSON document')
    .action((flags: Flags) => simulate(flags, context));
}

async function simulate(flags: Flags, context: CommandContext): Promise<void> {
  const { workingDirectory, environment, interrupted: signal, stdout, stderr } = context;
  const { values } = await loadSettings({ runs: flags.runs, config: flags.config }, context, []);
  const picture = flags.picture === undefined ? null : resolve(workingDirectory, flags.picture);
  if (picture !== null) await requireFilePath(picture, '--picture');
  const runs = resolve(workingDirectory, values.runs);
  const progress = countProgress(context, 'numbers of workers', flags.workers.split(',').length);
  const simulated = await simulateWorkers({
    flags,
    from: flags.from === undefined ? null : findRun(flags.from, runs, workingDirectory),
    seed: wholeNumber(flags.seed, '--seed'),
    seeds: flags.seeds === undefined ? null : Math.max(1, wholeNumber(flags.seeds, '--seeds')),
    signal,
    onProgress: () => progress.next(),
  }).finally(() => progress.end());
  const { predictions, measured, episodes, seeds } = simulated;
  const table = predictionTable(predictions, formatDuration);
  const sentence = bottleneckSentence(predictions);
  printTables([table], {
    json: flags.json === true,
    context,
    extra: { formatVersion: 1, episodes, seeds, timed: measured?.timed ?? null, sentence, predictions },
  });
  if (picture !== null) await writeFile(picture, timeChart(predictions, formatDuration));
  if (flags.json !== true) {
    const longest = Math.max(...predictions.map(({ wallMs }) => wallMs.mean), 1);
    const bars = predictions.map(({ workers, wallMs }) => ({
      label: plural(workers, 'worker'),
      value: wallMs.mean / longest,
      text: formatDuration(wallMs.mean),
    }));
    stdout.write(`\n${renderBars('Time', bars, terminalOptions(stdout, environment))}\n\n${sentence}\n`);
    const basis =
      measured === null ? 'times given or assumed' : `times of ${plural(measured.timed, 'episode')}`;
    stderr.write(`${plural(episodes, 'episode')}, ${plural(seeds, 'simulation')} each, ${basis}\n`);
  }
  if (picture !== null) stderr.write(`${relative(workingDirectory, picture) || picture} written\n`);
}
