import { relative, resolve } from 'node:path';
import { Option, type Command } from 'commander';
import { plural } from '../../domain/text/plural.js';
import { UserError } from '../../errors.js';
import type { PicturePolicy } from '../../report/html/picture-store.js';
import { REPORT_LANGUAGES, type ReportLanguage, type ReportProblem } from '../../report/html/report-data.js';
import { addSettings } from '../add-settings.js';
import type { CommandContext } from '../command-context.js';
import { loadSettings } from '../../app/settings/load-settings.js';
import { EXIT } from '../exit-code.js';
import { findRun } from '../../app/results/find-run.js';
import { requireFilePath } from '../../app/settings/require-file-path.js';
import { introduce } from '../introduce.js';
import { writeJUnitFile } from '../../app/report/junit-file.js';
import { printWarnings } from '../output/print-warnings.js';
import { reportRuns } from '../../app/report/report-runs.js';
import { quoteWord } from '../../domain/text/quote-word.js';

interface ReportFlags {
  readonly out?: string;
  readonly output?: string;
  /** False with `--no-pictures`. */
  readonly pictures: PicturePolicy | false;
  readonly junit?: string;
  readonly language?: ReportLanguage;
  readonly title?: string;
  readonly runs?: string;
  readonly json?: boolean;
}

/** `touchstone report RUN…`: one HTML file that shows results and every step behind them. */
export function addReportCommand(program: Command, context: CommandContext): void {
  const command = introduce(
    program.command('report'),
    'Write one HTML file that shows runs, their tasks and every step.',
    [
      'touchstone report RUN',
      'touchstone report RUN BASELINE-RUN --out reports/nightly.html --language zh',
      'touchstone report RUN --junit results.xml',
    ],
  );
  addSettings(command, ['runs'])
    .argument('<runs...>', 'folders of runs, or their names')
    .option('--out <file>', 'where to write it (default: report.html)')
    // Its name before every command had --out.
    .addOption(new Option('--output <file>').hideHelp())
    .addOption(
      new Option(
        '--pictures <policy>',
        'auto copies them beside the report and leaves out recordings that show people; link leaves them where they are',
      )
        .choices(['auto', 'none', 'link'])
        .default('auto'),
    )
    .option('--no-pictures', 'the same as --pictures none')
    .addOption(
      new Option('--language <tag>', "language to begin with (default: the reader's)").choices(
        REPORT_LANGUAGES,
      ),
    )
    .option('--title <text>', 'heading of the report')
    .option('--junit <file>', 'write the results as JUnit XML too, one case per task')
    .option('--json', 'print one JSON document about what was written')
    .action(async (names: readonly string[], flags: ReportFlags) => {
      const { workingDirectory } = context;
      const { values } = await loadSettings({ runs: flags.runs }, context, []);
      const runs = resolve(workingDirectory, values.runs);
      const directories = findRuns([...new Set(names)], runs, context);
      const { pictures, language, title } = flags;
      const output = resolve(workingDirectory, flags.out ?? flags.output ?? 'report.html');
      await requireFilePath(output, '--out');
      if (flags.junit !== undefined) await requireFilePath(resolve(workingDirectory, flags.junit), '--junit');
      const written = await reportRuns(
        directories,
        {
          output,
          pictures: pictures === false ? 'none' : pictures,
          ...(language === undefined ? {} : { language }),
          ...(title === undefined ? {} : { title }),
          onWarnings: (warnings) => printWarnings(warnings, context),
        },
        context,
      );
      if (flags.junit !== undefined) {
        const warn = (text: string): void => printWarnings([text], context);
        const file = resolve(workingDirectory, flags.junit);
        await writeJUnitFile(file, directories, { warn, signal: context.interrupted });
      }
      const isUnread = written.problems.some(({ kind }) => kind === 'unreadable' || kind === 'newer');
      if (isUnread) context.setExitCode(EXIT.user);
      if (flags.json === true) {
        context.stdout.write(`${JSON.stringify(written, null, 2)}\n`);
        return;
      }
      printWarnings(
        written.problems.map((problem) => reportProblem(problem, workingDirectory)),
        context,
      );
      const shown = relative(workingDirectory, written.file);
      const unfinished = written.unfinished === 0 ? '' : ` (${written.unfinished} more unfinished)`;
      context.stdout.write(
        `${shown}: ${plural(written.runs, 'run')}, ${plural(written.episodes, 'episode')}${unfinished}\n`,
      );
    });
}

/** Folders of the runs that are there. Those that are not are named; where none is, the error thrown names the first. */
function findRuns(names: readonly string[], runs: string, context: CommandContext): readonly string[] {
  const found: string[] = [];
  const missing: UserError[] = [];
  for (const name of names) {
    try {
      found.push(findRun(name, runs, context.workingDirectory));
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      missing.push(error);
    }
  }
  const [first, ...others] = missing;
  if (first === undefined) return found;
  const isNothingLeft = found.length === 0;
  printWarnings(
    (isNothingLeft ? others : missing).map(({ message }) => message),
    context,
  );
  if (isNothingLeft) throw first;
  context.setExitCode(EXIT.user);
  return found;
}

/** What a report lacks, in one sentence with what to do about it. */
function reportProblem(problem: ReportProblem, workingDirectory: string): string {
  const { place, message } = problem;
  const shown = place === '' ? '' : relative(workingDirectory, place) || place;
  const words = message ?? wordsOf(problem, shown);
  // A message about a file in the folder names it already.
  return shown === '' || words.startsWith(place) ? words : `${shown}: ${words}`;
}

function wordsOf({ kind, counts }: ReportProblem, shown: string): string {
  const [done = 0, planned = 0] = counts;
  switch (kind) {
    case 'no-episodes':
      return `no episode of ${planned} is done; go on with: touchstone resume ${quoteWord(shown)}`;
    case 'unfinished':
      return `${done} of ${plural(planned, 'episode')} ${done === 1 ? 'is' : 'are'} done; go on with: touchstone resume ${quoteWord(shown)}`;
    case 'voided':
      return `all that is done is void (${plural(done, 'episode')}); once what failed is repaired: touchstone resume ${quoteWord(shown)} --retry-voided`;
    case 'unscored':
      return `the run has no scores; make them with: touchstone score ${quoteWord(shown)}`;
    case 'pictures':
      return `${plural(done, 'picture')} could not be found`;
    case 'copy':
      return 'this is a copy of a run that is shown already';
    case 'newer':
      return 'a newer Touchstone wrote this run';
    case 'unreadable':
      return 'the run cannot be read';
    case 'damaged':
      return 'part of the run is damaged';
    default:
      return kind satisfies never;
  }
}
