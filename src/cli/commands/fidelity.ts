import { relative, resolve } from 'node:path';
import type { Command } from 'commander';
import { checkFidelity, type FidelityFindings } from '../../app/build/fidelity/check-fidelity.js';
import { compareFidelityRuns } from '../../app/build/fidelity/compare-fidelity-runs.js';
import { describeFidelity, type DescribedFidelity } from '../../app/build/fidelity/describe-fidelity.js';
import { writeFidelityPage } from '../../app/build/fidelity/fidelity-page.js';
import { rerecordWorld } from '../../app/build/fidelity/rerecord-world.js';
import type { Rerecorded } from '../../builder/fidelity/rerecord.js';
import type { RecordedPhoneChoice } from '../../app/record/open-recorded-phone.js';
import { loadSettings } from '../../app/settings/load-settings.js';
import type { SettingKey, Settings } from '../../app/settings/setting.js';
import { FORBIDDEN_KINDS } from '../../domain/task-fields/forbidden-kind.js';
import { plural } from '../../domain/text/plural.js';
import { wholeNumber } from '../../domain/text/parse-option.js';
import { quoteWord } from '../../domain/text/quote-word.js';
import { addSettings } from '../add-settings.js';
import type { CommandContext } from '../command-context.js';
import { introduce } from '../introduce.js';
import { countProgress, type CountProgress } from '../output/count-progress.js';
import { printTables } from '../output/print-tables.js';

const KEYS = [
  'env',
  'devices',
  'adbPort',
  'forbid',
  'seed',
  'runs',
  'plugins',
] as const satisfies readonly SettingKey[];

/** Steps on the phone unless said otherwise. */
const MAX_STEPS = 500;

/** `touchstone fidelity WORLD`: how far a recorded world is from the live app. */
export function addFidelityCommand(program: Command, context: CommandContext): void {
  addSettings(
    introduce(
      program.command('fidelity'),
      'Do on a live phone what a recorded world says can be done: what still leads where it led, and which screens went stale.',
      [
        'touchstone fidelity ./my-world                            in the web apps of its live.json',
        'touchstone fidelity ./my-world --url http://localhost:8080/   a web app',
        'touchstone fidelity ./my-world --device emulator-5554     a phone of the adb server',
        'touchstone fidelity ./my-world --update new-world         record again what went stale',
        'touchstone fidelity ./my-world --compare RECORDED LIVE    one agent on both: the difference in success',
      ],
    ),
    KEYS,
  )
    .argument('<world>', 'folder of the recorded world')
    .option(
      '--live <folder>',
      'folder with the live.json or android.json of the live app (default: the world itself)',
    )
    .option('--url <address>', 'web app to open on a live phone')
    .option('--task <id>', 'task at whose start the phone begins (default: the first there is)')
    .option('--out <folder>', 'folder of the report; one that is there is gone on with', 'fidelity')
    .option('--max-steps <n>', 'steps on the phone; an early end leaves a random sample', String(MAX_STEPS))
    .option('--max-seconds <n>', 'seconds after which nothing more is begun')
    .option('--update <folder>', 'write the world there with what went stale recorded again')
    .option(
      '--compare <run...>',
      'compare a run on the recorded world with one of the same agent in the live app',
    )
    .option('--config <file>', 'configuration file (default: touchstone.config.json when there is one)')
    .option('--json', 'print one JSON document')
    .action((world: string, options: Record<string, unknown>) => fidelity(world, options, context));
}

async function fidelity(
  world: string,
  options: Readonly<Record<string, unknown>>,
  context: CommandContext,
): Promise<void> {
  const { workingDirectory, environment, interrupted: signal, stdout, stderr } = context;
  const { values } = await loadSettings(options, context, ['plugins']);
  const folder = resolve(workingDirectory, world);
  const inFolder = (path: unknown): string => resolve(workingDirectory, String(path));
  const maxSteps = wholeNumber(options['maxSteps'], '--max-steps');
  const seconds = options['maxSeconds'];
  if (Array.isArray(options['compare'])) {
    await compareRunsOf(
      options['compare'].map((name) => String(name)),
      { runs: values.runs, isJson: options['json'] === true },
      context,
    );
    return;
  }
  const phone = phoneOf(world, options, values);
  const isAndroid = phone.type === 'device' || values.env === 'android';
  context.sayOnInterrupt('what was checked so far is kept; check again to go on');
  const line: CountProgress = countProgress(context, 'steps', maxSteps);
  const findings = await checkFidelity(
    { ...values, env: values.env ?? 'chromium' },
    {
      world: folder,
      phone,
      out: inFolder(options['out']),
      maxSteps,
      maxSeconds: seconds === undefined ? null : wholeNumber(seconds, '--max-seconds'),
      forbid: values.forbid ?? (isAndroid ? FORBIDDEN_KINDS : []),
      workingDirectory,
      environment,
      signal,
      onProgress: () => line.next(),
    },
  ).finally(() => line.end());
  const described = describeFidelity(findings);
  const page = await writeFidelityPage(folder, findings, signal);
  const update = options['update'] === undefined ? null : inFolder(options['update']);
  const made = update === null ? null : await rerecordWorld(folder, findings, { out: update, signal });
  if (options['json'] === true) {
    const updated = made === null || update === null ? null : { folder: update, made };
    const document = fidelityDocument({ findings, described, page, updated });
    stdout.write(`${JSON.stringify(document, null, 2)}\n`);
    return;
  }
  printTables(described.tables, { json: false, context });
  stdout.write(`${described.sentence}\n`);
  const shown = (path: string): string => quoteWord(relative(workingDirectory, path) || '.');
  if (findings.reason === 'start') {
    stderr.write(
      '\nThe phone begins on a screen that the world does not have; --task names another start.\n',
    );
  } else if (findings.reason !== 'complete') {
    stderr.write(
      `\nEnded after ${plural(findings.steps, 'step')} (--max-steps, --max-seconds): check again to go on.\n`,
    );
  }
  stderr.write(`\nSide by side: ${shown(page)}\n`);
  if (made !== null && update !== null) {
    const { screens, redirected, added } = made;
    stderr.write(
      `Recorded anew in ${shown(update)}: ${plural(screens.length, 'screen')}, ${plural(redirected, 'edge')} led elsewhere, ${plural(added.length, 'screen')} new. Next: touchstone lint ${shown(update)}\n`,
    );
  }
}

function phoneOf(
  world: string,
  { url, live, task }: Readonly<Record<string, unknown>>,
  { devices }: Pick<Settings, 'devices'>,
): RecordedPhoneChoice {
  if (typeof url === 'string') return { type: 'url', url };
  const [serial] = devices;
  if (serial !== undefined && typeof live !== 'string') return { type: 'device', serial };
  const name = typeof live === 'string' ? live : world;
  return { type: 'benchmark', name, task: typeof task === 'string' ? task : null };
}

/** Prints what the world does to scores; nothing is done on a phone. */
async function compareRunsOf(
  names: readonly string[],
  { runs, isJson }: { readonly runs: string; readonly isJson: boolean },
  context: CommandContext,
): Promise<void> {
  const { workingDirectory, interrupted: signal, stdout } = context;
  const compared = await compareFidelityRuns(names, { runs, mode: 'corrected', workingDirectory, signal });
  if (isJson) {
    stdout.write(`${JSON.stringify({ formatVersion: 1, ...compared }, null, 2)}\n`);
    return;
  }
  printTables(compared.tables, { json: false, context });
  stdout.write(`${compared.sentence}\n`);
}

/** What --json prints. */
function fidelityDocument({
  findings,
  described,
  page,
  updated,
}: {
  readonly findings: FidelityFindings;
  readonly described: DescribedFidelity;
  readonly page: string;
  readonly updated: { readonly folder: string; readonly made: Rerecorded } | null;
}): object {
  const { transitions, screens, journal, reason, steps, resets, summary } = findings;
  const { agreement, interval, sentence } = described;
  return {
    formatVersion: 1,
    agreement,
    interval,
    sentence,
    ...summary,
    ended: reason,
    steps,
    resets,
    transitions,
    screens,
    journal,
    page,
    ...(updated === null
      ? {}
      : {
          updated: {
            folder: updated.folder,
            screens: updated.made.screens,
            redirected: updated.made.redirected,
            added: updated.made.added,
          },
        }),
  };
}
