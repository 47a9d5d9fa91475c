import { writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Command } from 'commander';
import { didYouMean } from '../../domain/text/nearest-name.js';
import { UserError } from '../../errors.js';
import { addSettings } from '../add-settings.js';
import { agentParts } from '../../app/run/agent-parts.js';
import { benchmarkExamples } from '../../app/help/benchmark-examples.js';
import { openRegistry } from '../../app/run/open-registry.js';
import { listPrompts, type ListedPrompts } from '../../app/run/list-prompts.js';
import type { CommandContext } from '../command-context.js';
import { introduce } from '../introduce.js';
import { loadSettings } from '../../app/settings/load-settings.js';
import { requireFolder } from '../../app/settings/require-folder.js';

/** `touchstone prompts show`: the prompt templates of a dialect and an agent, to read, edit and pass with `--prompt`. */
export function addPromptsShowCommand(prompts: Command, context: CommandContext): void {
  addSettings(
    introduce(
      prompts.command('show'),
      'Print the prompts of a dialect and an agent, or save them to be edited.',
      [
        'touchstone prompts show --dialect generic_call',
        'touchstone prompts show --dialect generic_call --save prompts',
        'touchstone prompts show --dimensions planning  how questions of a benchmark in dimensions are asked',
        ...benchmarkExamples('prompts show', 1, context.namedBenchmarks),
      ],
    ),
    ['agent', 'dialect', 'dialectOptions', 'prompts'],
  )
    .option(
      '--dimensions <names>',
      'those of the questions of these dimensions instead, comma-separated, or all',
    )
    .option('--name <name>', 'only this prompt, and nothing else on standard output')
    .option('--save <folder>', 'write each into a file NAME.txt of this folder')
    .option('--config <file>', 'configuration file (default: touchstone.config.json when there is one)')
    .option('--json', 'print one JSON document')
    .action(async (options: Record<string, unknown>) => {
      const { values, origins } = await loadSettings(options, context);
      // The standard agent asks no model; whoever names no agent wants to see the dialect.
      const registry = await openRegistry([], context);
      const entry = registry.agent(origins.agent === 'default' ? 'direct' : values.agent);
      const benchmark = { name: '', mode: 'corrected' };
      const parts = await agentParts(entry, values, benchmark, context);
      const { dimensions } = options;
      const prompts = listPrompts(entry, parts, typeof dimensions === 'string' ? dimensions : null);
      await present(prompts, options, context);
    });
}

async function present(
  { listed, all }: ListedPrompts,
  options: Readonly<Record<string, unknown>>,
  context: CommandContext,
): Promise<void> {
  const { name, save } = options;
  if (typeof name === 'string' && !Object.hasOwn(all, name)) {
    const names = Object.keys(all);
    throw new UserError(`there is no prompt "${name}"`, {
      hint: `${didYouMean(name, names)}There are ${names.join(', ')}.`,
    });
  }
  const chosen = typeof name === 'string' ? { [name]: all[name] ?? '' } : listed;
  if (typeof save === 'string') {
    const folder = resolve(context.workingDirectory, save);
    await requireFolder(folder, '--save');
    for (const [prompt, text] of Object.entries(chosen)) {
      const file = join(folder, `${prompt}.txt`);
      await writeFile(file, text, { flag: 'wx' }).catch((cause: unknown) => {
        throw new UserError('the prompt cannot be written', {
          place: { file },
          hint: 'A file that is there already is left as it is.',
          cause,
        });
      });
      context.stderr.write(`${file}\n`);
    }
    return;
  }
  if (options['json'] === true) context.stdout.write(`${JSON.stringify(chosen, null, 2)}\n`);
  else if (typeof name === 'string') context.stdout.write(chosen[name] ?? '');
  else {
    const shown = Object.entries(chosen).map(([prompt, text]) => `--- ${prompt} ---\n${text.trimEnd()}\n`);
    context.stdout.write(shown.join('\n'));
  }
}
