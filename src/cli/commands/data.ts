import { resolve } from 'node:path';
import type { Command } from 'commander';
import { checkBenchmarkData, checkedBenchmarks } from '../../app/data/check-benchmark-data.js';
import { benchmarkExamples } from '../../app/help/benchmark-examples.js';
import { dataTable } from '../../report/data-table.js';
import type { CommandContext } from '../command-context.js';
import { EXIT } from '../exit-code.js';
import { introduce } from '../introduce.js';
import { printTables } from '../output/print-tables.js';

/** `touchstone data check BENCHMARK FOLDER`: what of a benchmark's data is there, and how to get the rest. */
export function addDataCommand(program: Command, context: CommandContext): void {
  const names = checkedBenchmarks().join(', ');
  const data = introduce(
    program.command('data'),
    'Check the data of benchmarks, which Touchstone does not bundle.',
    benchmarkExamples('data', 1, context.namedBenchmarks),
  );
  introduce(
    data.command('check'),
    "Say what of a benchmark's data is in a folder, what is missing or not as published, and how to get it.",
    benchmarkExamples('data check', 2, context.namedBenchmarks),
  )
    .argument('<benchmark>', names)
    .argument('<folder>', 'folder with the data')
    .option('--json', 'print one JSON document')
    .option('--verbose', 'print stacks of errors')
    .action(async (name: string, folder: string, options: { json?: boolean }) => {
      const report = await checkBenchmarkData(name, resolve(context.workingDirectory, folder), {
        signal: context.interrupted,
      });
      if (options.json === true) context.stdout.write(`${JSON.stringify(report, null, 2)}\n`);
      else printTables([dataTable(report)], { json: false, context });
      if (!report.complete) context.setExitCode(EXIT.gateMissed);
    });
}
