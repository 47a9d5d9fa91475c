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
import { guardedOf, readAndroid } from '../../formats/android/read-android.js';
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
    `Trust the ${DEFAULT_CONFIG} of a folder and its android.json as they are now, so that they are used wherever they are found.`,
    ['touchstone trust .', 'touchstone trust --list', 'touchstone trust --remove .'],
  )
    .argument('[folder]', `folder with a ${DEFAULT_CONFIG} or an android.json`)
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
  const trusted: { readonly file: string; readonly names: readonly string[] }[] = [];
  for (const file of filesOf(folder, context).filter((one) => existsSync(one))) {
    trusted.push({ file, names: await namedBy(file, context) });
  }
  const [first] = trusted;
  if (first === undefined) {
    throw new UserError(`there is no ${TRUSTED_FILES.join(' and no ')} to trust`, {
      place: { file: resolve(context.workingDirectory, folder) },
      hint: 'Name the folder that holds one. A run folder from elsewhere is trusted in the call: touchstone resume RUN --trust-settings',
    });
  }
  for (const { file } of trusted) await trustConfig(file, environment);
  if (json === true) {
    const more = trusted.length > 1 ? { files: trusted } : {};
    const document = { trusted: first.file, names: trusted.flatMap(({ names }) => names), ...more };
    stdout.write(`${JSON.stringify(document, null, 2)}\n`);
    return;
  }
  for (const { file, names } of trusted) {
    const what =
      names.length === 0 ? 'It names nothing that has to be trusted.' : `It names ${listWords(names)}.`;
    stdout.write(`Trusted until it changes: ${file}\n${what}\n`);
  }
}

/** What a file names that only the user may name. */
async function namedBy(file: string, context: CommandContext): Promise<readonly string[]> {
  if (file.endsWith(PHONES)) return guardedOf(await readAndroid(file, { signal: context.killed }));
  const { workingDirectory, killed: signal } = context;
  const config = await readConfig(file, { workingDirectory, signal });
  if (config === null) return [];
  const { values } = resolveSettings({ flags: {}, environment: {}, config });
  return guardedSettings(values, resolve(file, '..'));
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
  const removed: string[] = [];
  const files = filesOf(folder, context);
  for (const file of files) if (await distrustConfig(file, context.environment)) removed.push(file);
  const [first] = removed;
  if (first === undefined) {
    throw new UserError(`${files[0]} is not trusted`, { hint: '`touchstone trust --list` shows what is.' });
  }
  const document = JSON.stringify(
    { removed: first, ...(removed.length > 1 ? { files: removed } : {}) },
    null,
    2,
  );
  context.stdout.write(
    json === true ? `${document}\n` : removed.map((file) => `No longer trusted: ${file}\n`).join(''),
  );
}

const PHONES = 'android.json';
const TRUSTED_FILES = [DEFAULT_CONFIG, PHONES];

/** The files of a folder that can be trusted; the path of one is taken as well, as lists show it. */
function filesOf(named: string, { workingDirectory }: CommandContext): readonly string[] {
  const path = resolve(workingDirectory, named);
  const isFolder = existsSync(path) && statSync(path).isDirectory();
  const isFile = !isFolder && TRUSTED_FILES.some((file) => path.endsWith(file));
  return isFile ? [path] : TRUSTED_FILES.map((file) => join(path, file));
}
