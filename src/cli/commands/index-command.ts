import { relative, resolve } from 'node:path';
import type { Command } from 'commander';
import { loadSettings } from '../../app/settings/load-settings.js';
import { rebuildIndex } from '../../app/view/rebuild-index.js';
import { plural } from '../../domain/text/plural.js';
import { addSettings } from '../add-settings.js';
import type { CommandContext } from '../command-context.js';
import { introduce } from '../introduce.js';

/** `touchstone index rebuild`: what lists and viewers of a folder of runs go by, made anew from the journals. */
export function addIndexCommand(program: Command, context: CommandContext): void {
  const index = introduce(
    program.command('index'),
    'Look after the index over a folder of runs, which is derived from their journals.',
    ['touchstone index rebuild'],
  );
  const command = introduce(
    index.command('rebuild'),
    'Rebuild the index over a folder of runs from their journals.',
    ['touchstone index rebuild', 'touchstone index rebuild runs --json'],
  );
  addSettings(command, ['runs'])
    .argument('[folder]', 'folder that holds the folders of runs (default: that of --runs)')
    .option('--json', 'print one JSON document')
    .action(async (folder: string | undefined, options: { readonly json?: boolean }) => {
      const { workingDirectory, environment, interrupted, stderr, stdout } = context;
      const { values } = await loadSettings({ ...options }, context, []);
      const rebuilt = await rebuildIndex(resolve(workingDirectory, folder ?? values.runs), {
        environment,
        signal: interrupted,
        onProgress: (name, { done, of }) => stderr.write(`${done} of ${of}: ${JSON.stringify(name)}\n`),
      });
      if (options.json === true) {
        stdout.write(`${JSON.stringify(rebuilt, null, 2)}\n`);
        return;
      }
      const { runs, unreadable, episodes, database } = rebuilt;
      const left = unreadable === 0 ? '' : `; ${plural(unreadable, 'folder')} could not be read as a run`;
      const shown = relative(workingDirectory, database) || database;
      stdout.write(`${shown}: ${plural(runs, 'run')}, ${plural(episodes, 'episode')}${left}\n`);
    });
}
