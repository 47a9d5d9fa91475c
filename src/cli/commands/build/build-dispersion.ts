import type { Command } from 'commander';
import { graphDispersion } from '../../../app/build/merge/graph-dispersion.js';
import { loadSettings } from '../../../app/settings/load-settings.js';
import { plural } from '../../../domain/text/plural.js';
import { addSettings } from '../../add-settings.js';
import type { CommandContext } from '../../command-context.js';
import { introduce } from '../../introduce.js';

/** `touchstone build dispersion WORLD`: states that may be several screens taken for one. */
export function addBuildDispersionCommand(build: Command, context: CommandContext): void {
  const command = introduce(
    build.command('dispersion'),
    'List the actions of a world that lead from one state to several: the state may be several screens that were taken for one.',
    ['touchstone build dispersion world', 'touchstone build dispersion world --json'],
  );
  addSettings(command, ['data', 'mode'])
    .argument('<world>', 'folder of a world with tasks, or name of a benchmark on a graph')
    .option('--config <file>', 'configuration file (default: touchstone.config.json when there is one)')
    .option('--json', 'print one JSON document')
    .action(async (world: string, options: Record<string, unknown>) => {
      const { values } = await loadSettings(options, context);
      const found = await graphDispersion(world, values, context);
      if (options['json'] === true) {
        context.stdout.write(`${JSON.stringify({ formatVersion: 1, ...found }, null, 2)}\n`);
        return;
      }
      for (const { node, action, targets } of found.actions) {
        context.stdout.write(`${node}: ${JSON.stringify(action)} leads to ${targets.join(' or ')}\n`);
      }
      const nodes = new Set(found.actions.map(({ node }) => node)).size;
      context.stdout.write(
        `${plural(found.actions.length, 'action')} on ${nodes} of ${plural(found.nodes, 'state')} lead to several.\n`,
      );
    });
}
