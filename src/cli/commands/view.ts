import { once } from 'node:events';
import { resolve } from 'node:path';
import type { Command } from 'commander';
import { LOOPBACK } from '../../app/hosts.js';
import { loadSettings } from '../../app/settings/load-settings.js';
import { requireResultsFolder } from '../../app/view/require-results-folder.js';
import { openBrowser } from '../../app/view/open-browser.js';
import { ownCauses } from '../../app/view/labels/own-causes.js';
import { builtViewer } from '../../app/view/viewer-files.js';
import { openAccessGate } from '../../server/access/open-access-gate.js';
import { openViewer } from '../../server/open-viewer.js';
import { openViewerServices, type OpenViewerServicesOptions } from '../../server/open-viewer-services.js';
import { serveViewer } from '../../server/serve-viewer.js';
import { addSettings } from '../add-settings.js';
import type { CommandContext } from '../command-context.js';
import { addIndexOption, chosenIndex } from '../choices/index-option.js';
import { introduce } from '../introduce.js';
import { portNumber, urlHost } from '../listen-address.js';
import { ownProgram } from '../serving/own-program.js';
import { SERVED_AS, SERVED_AS_WORDS } from '../serving/served-as.js';
import { keepMemorySmall } from '../serving/keep-memory-small.js';
import { serverToken } from '../serving/server-token.js';

/** Where the viewer is unless another program is there already. */
const PORT = 8710;
const TOKEN = 'TOUCHSTONE_VIEW_TOKEN';

interface ViewFlags {
  readonly port?: string;
  readonly host: string;
  readonly readOnly?: boolean;
  /** Files with sets of causes. */
  readonly causes?: readonly string[];
  /** False with `--no-open`. */
  readonly open: boolean;
  readonly json?: boolean;
  readonly index?: string;
  /** Names of a proxy or service that it is reached by. */
  readonly servedAs?: readonly string[];
  /** File of users and teams. */
  readonly access?: string;
}

/** `touchstone view [FOLDER]`: runs of a folder in the browser, live. */
export function addViewCommand(program: Command, context: CommandContext): void {
  const command = addSettings(
    introduce(program.command('view'), 'Show the runs of a folder in the browser, while they go on.', [
      'touchstone view',
      'touchstone view runs/nightly --read-only',
      'touchstone view --host 0.0.0.0 --no-open  for others, with a token in the address',
      'touchstone view runs --access access.json --host 0.0.0.0 --no-open  for teams, each with a folder in runs',
      'touchstone view /mnt/runs --index postgres://bench@db/touchstone  one of several, over one index',
    ]),
    ['runs'],
  );
  addIndexOption(command)
    .argument('[folder]', 'folder of runs (default: the setting runs)')
    .option('--host <address>', 'address to listen on; any but loopback asks for a token', '127.0.0.1')
    .option(
      '--port <n>',
      `port to listen on; 0 takes any free one (default: ${PORT}, else the next free one)`,
    )
    .option(
      '--access <file>',
      'users and teams of `touchstone access`: each sees the folder of their team, and does what their role may',
    )
    .option(SERVED_AS, SERVED_AS_WORDS)
    .option('--read-only', 'change nothing: no notes, and no run is started or stopped')
    .option('--causes <file...>', 'your own causes of failure to label with: JSON (docs/formats.md)')
    .option('--no-open', 'leave the browser alone')
    .option('--json', 'print address and process as one JSON document')
    .action(async (named: string | undefined, options: ViewFlags & Record<string, unknown>) => {
      await view(named, options, context);
    });
}

async function view(
  named: string | undefined,
  options: ViewFlags & Record<string, unknown>,
  context: CommandContext,
): Promise<void> {
  const { workingDirectory, environment, interrupted: signal, stderr, stdout } = context;
  context.sayOnInterrupt('closing the viewer');
  keepMemorySmall();
  const port = options.port === undefined ? PORT : portNumber(options.port);
  const { host, access, servedAs = [] } = options;
  const token = LOOPBACK.has(host) || access !== undefined ? null : serverToken(TOKEN, environment);
  const { values } = await loadSettings(options, context, ['runs']);
  const folder = resolve(workingDirectory, named ?? values.runs);
  await requireResultsFolder(folder, { isNamed: named !== undefined });
  const files = (options.causes ?? []).map((file) => resolve(workingDirectory, file));
  const services: OpenViewerServicesOptions = {
    environment,
    workingDirectory,
    program: ownProgram(),
    causes: await ownCauses(files, { signal }),
    isReadOnly: options.readOnly === true,
    index: chosenIndex(options, context),
    onAway: (why) =>
      void stderr.write(
        why === null
          ? 'note: the index is there again\n'
          : `note: ${why.message}; what is shown stays, and the index is asked again\n`,
      ),
    teams: access === undefined ? null : folder,
    signal,
  };
  const page = builtViewer();
  await using opened =
    access === undefined
      ? await openViewer(folder, services, { host, servedAs, token, page })
      : await openAccessGate(resolve(workingDirectory, access), {
          folder,
          open: (own) => openViewerServices(own, services),
          host,
          servedAs,
          page,
          onNote: (note) => void stderr.write(`note: ${note}\n`),
        });
  await using served = await serveViewer(opened.app, { host, port, orNext: options.port === undefined });
  const place = `http://${urlHost(host)}:${served.port}/`;
  // Behind `#`: a browser sends that part to nobody.
  const address = token === null ? place : `${place}#token=${token}`;
  const whose = access === undefined ? 'Runs' : 'Runs of the teams';
  stdout.write(
    options.json === true
      ? `${JSON.stringify({ address, pid: process.pid })}\n`
      : `${whose} of ${folder}: ${address}\n` +
          (access === undefined ? '' : 'Everybody opens it with #token= and their own token behind it.\n') +
          'Ctrl-C ends it; runs that were started from it go on.\n',
  );
  if (options.open && access === undefined) {
    const problem = await openBrowser(address);
    if (problem !== null) stderr.write(`note: no browser could be opened (${problem})\n`);
  }
  if (!signal.aborted) await once(signal, 'abort');
}
