import { relative, resolve } from 'node:path';
import type { Command } from 'commander';
import { plural } from '../../domain/text/plural.js';
import { quoteWord } from '../../domain/text/quote-word.js';
import { makeRecordedWorld } from '../../app/phone/make-recorded-world.js';
import type { CommandContext } from '../command-context.js';
import { introduce } from '../introduce.js';

/** `touchstone phone graph RECORDING --out WORLD`: makes a world of what was recorded on a real phone. */
export function addPhoneGraphCommand(phone: Command, context: CommandContext): void {
  introduce(
    phone.command('graph'),
    'Make a world of what was recorded on a real phone: its screens, and what led from one to the next.',
    [
      'touchstone phone graph recording --out world',
      "touchstone phone graph recording --out world --instruction 'Open the notes'",
      'touchstone phone serve world',
    ],
  )
    .argument(
      '<recording>',
      'folder that `touchstone phone record-proxy` recorded into, the one with phone.jsonl',
    )
    .requiredOption('--out <folder>', 'folder of the world; must hold none yet')
    .option('--instruction <text>', "what the world's one task asks for", 'As recorded.')
    .option('--json', 'print one JSON document')
    .action(async (recording: string, options: Record<string, unknown>) => {
      const { workingDirectory, stdout } = context;
      const out = resolve(workingDirectory, String(options['out']));
      const { graph, leftOut, unrepeated, unseen } = await makeRecordedWorld(
        resolve(workingDirectory, recording),
        { out, instruction: String(options['instruction']), signal: context.interrupted },
      );
      const edges = graph.nodes.reduce((sum, node) => sum + (node.edges?.length ?? 0), 0);
      if (options['json'] === true) {
        const missing = Object.fromEntries(leftOut);
        const screens = graph.nodes.length;
        stdout.write(`${JSON.stringify({ out, screens, edges, leftOut: missing, unrepeated, unseen })}\n`);
        return;
      }
      const shown = relative(workingDirectory, out) || '.';
      stdout.write(`${plural(graph.nodes.length, 'screen')}, ${plural(edges, 'edge')}: ${shown}\n`);
      for (const [type, count] of leftOut) stdout.write(`Left out, no edge says it: ${type} (${count})\n`);
      if (unrepeated > 0) {
        stdout.write(
          `${plural(unrepeated, 'step')} led elsewhere than the same did before, and the first counts.\n`,
        );
      }
      if (unseen > 0) stdout.write(`${plural(unseen, 'action')} after the last capture left out.\n`);
      stdout.write(`Try it: touchstone phone serve ${quoteWord(shown)}\n`);
      stdout.write('Attempts at its task are judged once milestones are in suite.json.\n');
    });
}
