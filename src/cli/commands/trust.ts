import { existsSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Command } from 'commander';
import { UserError } from '../../errors.js';
import type { CommandContext } from '../command-context.js';
import { introduce } from '../introduce.js';
import { printTables } from '../output/print-tables.js';
import { DEFAULT_CONFIG, readConfig } from '../../app/settings/read-config.js';
import { resolveSettings } from '../../app/settings/resolve-settings.js';
import { guardedSettings, listWords } from '../../app/trust/guarded-settings.js';
import { distrustConfig, trustConfig, trustedConfigs } from '../../app/trust/trusted-configs.js';
import { textColumns } from '../../metrics/tables/columns.js';

interface TrustFlags {
  readonly list?: boolean;
  readonly remove?: string;
  readonly json?: boolean;
}

/** `touchstone trust FOLDER`: lets the configuration found there name commands, modules, endpoints and keys, until it changes. */
export function addTrustCommand(program: Command, context: CommandContext): void {
  introduce(
    program.command('trust'),
    `Trust the ${DEFAULT_CONFIG} of a folder as it is now, so that it is used wherever it is found.`,
    ['touchstone trust .', 'touchstone trust --list', 'touchstone trust --remove .'],
  )
    .argument('[folder]', `folder with a ${DEFAULT_CONFIG}`)
    .option('--list', 'print what is trusted')
    .option('--remove <folder>', 'trust the configuration of this folder no longer')
    .option('--json', 'print one JSON document')
    .action(async (folder: string | undefined, flags: TrustFlags) => {
      const asked = [folder, flags.remove, flags.list].filter((one) => one !== undefined);
      if (asked.length !== 1) {
        throw new UserError('say one thing: a folder to trust, --remove FOLDER, or --list', {
          hint: '`touchstone trust .` trusts the configuration of this folder.',
        });
      }
      if (folder !== undefined) await trust(folder, flags, context);
      else if (flags.remove === undefined) await list(flags, context);
      else await remove(flags.remove, flags, context);
    });
}

async function trust(folder: string, { json }: TrustFlags, context: CommandContext): Promise<void> {
  const { environment, stdout } = context;
  const file = configFile(folder, context);
  const config = existsSync(file)
    ? await readConfig(file, { workingDirectory: context.workingDirectory, signal: context.killed })
    : null;
  if (config === null) {
    throw new UserError(`there is no ${DEFAULT_CONFIG} to trust`, {
      place: { file: resolve(context.workingDirectory, folder) },
      hint: 'Name the folder that holds one. A run folder from elsewhere is trusted in the call: touchstone resume RUN --trust-settings',
    });
  }
  const { values } = resolveSettings({ flags: {}, environment: {}, config });
  const names = guardedSettings(values, resolve(file, '..'));
  await trustConfig(file, environment);
  if (json === true) stdout.write(`${JSON.stringify({ trusted: file, names }, null, 2)}\n`);
  else {
    const what =
      names.length === 0 ? 'It names nothing that has to be trusted.' : `It names ${listWords(names)}.`;
    stdout.write(`Trusted until it changes: ${file}\n${what}\n`);
  }
}

async function list({ json }: TrustFlags, context: CommandContext): Promise<void> {
  const configs = await trustedConfigs(context.environment);
  const table = {
    id: 'trusted',
    title: 'Configurations that are trusted',
    columns: textColumns('file', 'since', 'SHA-256'),
    rows: configs.map(({ file, at, sha256 }) => [
      { text: file },
      { text: at },
      { text: sha256.slice(0, 12) },
    ]),
    notes: configs.length === 0 ? ['There is none.'] : [],
  };
  if (json === true) context.stdout.write(`${JSON.stringify({ configs }, null, 2)}\n`);
  else printTables([table], { json: false, context });
}

async function remove(folder: string, { json }: TrustFlags, context: CommandContext): Promise<void> {
  const file = configFile(folder, context);
  if (!(await distrustConfig(file, context.environment))) {
    throw new UserError(`${file} is not trusted`, { hint: '`touchstone trust --list` shows what is.' });
  }
  const document = JSON.stringify({ removed: file }, null, 2);
  context.stdout.write(json === true ? `${document}\n` : `No longer trusted: ${file}\n`);
}

/** The configuration of a folder; a file's own path is taken as well, as lists show it. */
function configFile(named: string, { workingDirectory }: CommandContext): string {
  const path = resolve(workingDirectory, named);
  const isFile = path.endsWith(DEFAULT_CONFIG) && !(existsSync(path) && statSync(path).isDirectory());
  return isFile ? path : join(path, DEFAULT_CONFIG);
}
