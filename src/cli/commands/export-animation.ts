import { extname, resolve } from 'node:path';
import type { Command } from 'commander';
import { exportAnimationFile } from '../../app/export/export-animation-file.js';
import type { CommandContext } from '../command-context.js';
import { introduce } from '../introduce.js';
import { loadSettings } from '../../app/settings/load-settings.js';

/** `touchstone export animation RUN`: an episode as an animated picture. */
export function addAnimationCommand(exporting: Command, context: CommandContext): void {
  introduce(
    exporting.command('animation').argument('<run>', 'run (folder or name)'),
    'Draw one episode of a run as an animated WebP or GIF.',
    ['touchstone export animation runs/RUN --item dark-theme --out dark-theme.webp'],
  )
    .requiredOption('--item <id>', 'the task, or the item of a benchmark that divides tasks')
    .option('--repeat <number>', 'which repeat, from 1', '1')
    .requiredOption('--out <file>', 'the picture; .webp or .gif')
    .option('--width <pixels>', 'pixels across, 120 to 720', '360')
    .option('--step-ms <milliseconds>', 'how long each screen is shown, 50 to 10000', '1000')
    .option('--runs <folder>', 'folder of runs (default: runs)')
    .option('--verbose', 'print stacks of errors')
    .action(async (run: string, options: Record<string, string | undefined>) => {
      const { values } = await loadSettings({ runs: options['runs'] }, context, []);
      const { workingDirectory, interrupted: signal, stdout } = context;
      const out = String(options['out']);
      const { steps, leftOut, withoutPicture, bytes } = await exportAnimationFile({
        run,
        runsFolder: resolve(workingDirectory, values.runs),
        workingDirectory,
        item: String(options['item']),
        repeat: String(options['repeat']),
        out: resolve(workingDirectory, out),
        extension: extname(out),
        width: String(options['width']),
        stepMs: String(options['stepMs']),
        signal,
      });
      const missing = withoutPicture === 0 ? '' : `, ${withoutPicture} of them without a picture`;
      const more = leftOut === 0 ? '' : `; ${leftOut} further steps left out`;
      stdout.write(`${out}: ${steps} screens${missing}, ${Math.round(bytes / 1024)} kB${more}\n`);
    });
}
