import { once } from 'node:events';
import { join, resolve } from 'node:path';
import type { Command } from 'commander';
import { LOOPBACK } from '../../app/phone/serve-phones.js';
import { loadSettings } from '../../app/settings/load-settings.js';
import { requireResultsFolder } from '../../app/view/require-results-folder.js';
import { controlRuns } from '../../app/view/control/control-runs.js';
import { openBrowser } from '../../app/view/open-browser.js';
import { ownCauses } from '../../app/view/labels/own-causes.js';
import { LabelDesk } from '../../app/view/labels/label-desk.js';
import { LivePhones } from '../../app/view/live-phones.js';
import { openResultsFolder } from '../../app/view/open-results-folder.js';
import { userFolder } from '../../app/trust/user-folder.js';
import { PictureCache } from '../../app/view/pictures/picture-cache.js';
import { ScaledPictures } from '../../app/view/scaled-pictures.js';
import { builtViewer } from '../../app/view/viewer-files.js';
import { serveViewer } from '../../server/serve-viewer.js';
import { addSettings } from '../add-settings.js';
import type { CommandContext } from '../command-context.js';
import { addIndexOption, chosenIndex } from '../choices/index-option.js';
import { introduce } from '../introduce.js';
import { portNumber, urlHost } from '../listen-address.js';
import { ownProgram } from '../serving/own-program.js';
import { SERVED_AS, SERVED_AS_WORDS } from '../serving/served-as.js';
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
}

/** `touchstone view [FOLDER]`: runs of a folder in the browser, live. */
export function addViewCommand(program: Command, context: CommandContext): void {
  const command = addSettings(
    introduce(program.command('view'), 'Show the runs of a folder in the browser, while they go on.', [
      'touchstone view',
      'touchstone view runs/nightly --read-only',
      'touchstone view --host 0.0.0.0 --no-open  for others, with a token in the address',
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
  const port = options.port === undefined ? PORT : portNumber(options.port);
  const { host } = options;
  const token = LOOPBACK.has(host) ? null : serverToken(TOKEN, environment);
  const { values } = await loadSettings(options, context, ['runs']);
  const folder = resolve(workingDirectory, named ?? values.runs);
  await requireResultsFolder(folder, { isNamed: named !== undefined });
  const files = (options.causes ?? []).map((file) => resolve(workingDirectory, file));
  const causes = await ownCauses(files, { signal });
  await using results = await openResultsFolder(folder, {
    environment,
    keepsPositions: options.readOnly !== true,
    program: ownProgram(),
    index: chosenIndex(options, context),
    onAway: (why) =>
      void stderr.write(
        why === null
          ? 'note: the index is there again\n'
          : `note: ${why.message}; what is shown stays, and the index is asked again\n`,
      ),
  });
  const control = controlRuns({ folder, workingDirectory, environment, program: ownProgram(), signal });
  using live = new LivePhones(results);
  const services = {
    results,
    pictures: new ScaledPictures({ cache: new PictureCache(join(userFolder(environment), 'pictures')) }),
    labels: new LabelDesk(results, { causes }),
    live,
    control: options.readOnly === true ? null : control,
  };
  await using served = await serveViewer(services, {
    host,
    port,
    token,
    servedAs: options.servedAs ?? [],
    orNext: options.port === undefined,
    page: builtViewer(),
  });
  const place = `http://${urlHost(host)}:${served.port}/`;
  // Behind `#`: a browser sends that part to nobody.
  const address = token === null ? place : `${place}#token=${token}`;
  stdout.write(
    options.json === true
      ? `${JSON.stringify({ address, pid: process.pid })}\n`
      : `Runs of ${folder}: ${address}\nCtrl-C ends it; runs that were started from it go on.\n`,
  );
  if (options.open) {
    const problem = await openBrowser(address);
    if (problem !== null) stderr.write(`note: no browser could be opened (${problem})\n`);
  }
  if (!signal.aborted) await once(signal, 'abort');
}
