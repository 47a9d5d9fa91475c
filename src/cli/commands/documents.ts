import { resolve } from 'node:path';
import type { Command } from 'commander';
import { UserError } from '../../errors.js';
import { documentsFile } from '../../formats/documents/documents-file.js';
import { collectDocuments } from '../collect-documents.js';
import type { CommandContext } from '../command-context.js';
import { findRun } from '../find-run.js';
import { introduce } from '../introduce.js';
import { SETTINGS } from '../setting.js';

/** `touchstone documents RUN`: what an exploring agent has written down about the elements of apps. */
export function addDocumentsCommand(program: Command, context: CommandContext): void {
  introduce(
    program.command('documents'),
    'Print what agents have written down about elements of apps, as one JSON document.',
    [
      'touchstone run pocket --agent appagent-explore --model NAME --base-url URL',
      'touchstone documents RUN > documents.json',
      'touchstone run pocket --agent appagent --agent-option documents=documents.json --model NAME --base-url URL',
    ],
  )
    .argument('<run>', 'folder of a run, or its name')
    .option(SETTINGS.runs.flag, SETTINGS.runs.description, SETTINGS.runs.default)
    .action(async (name: string, { runs }: { readonly runs: string }) => {
      const { workingDirectory, interrupted: signal } = context;
      const folder = findRun(name, resolve(workingDirectory, runs), workingDirectory);
      const documents = await collectDocuments(folder, { signal });
      if (documents.all().length === 0) {
        throw new UserError(`the run ${name} holds no documents`, {
          hint: 'Runs of the agent appagent-explore write them, once an element was used and judged.',
        });
      }
      context.stdout.write(`${JSON.stringify(documentsFile(documents), null, 2)}\n`);
    });
}
