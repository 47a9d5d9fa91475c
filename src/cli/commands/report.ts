import { relative, resolve } from 'node:path';
import { Option, type Command } from 'commander';
import type { ItemKey } from '../../domain/episode.js';
import { plural } from '../../domain/text/plural.js';
import { UserError } from '../../errors.js';
import type { PicturePolicy } from '../../report/html/picture-store.js';
import { REPORT_LANGUAGES, type ReportLanguage } from '../../report/view/report-language.js';
import type { ReportProblem } from '../../report/view/report-problem.js';
import { addSettings } from '../add-settings.js';
import type { CommandContext } from '../command-context.js';
import { loadSettings } from '../../app/settings/load-settings.js';
import { EXIT } from '../exit-code.js';
import { findRun } from '../../app/results/find-run.js';
import type { WrittenReport } from '../../report/html/write-report.js';
import { singleFile, SINGLE_FILE_MB, type SingleFileFlags } from '../output/single-file.js';
import { requireFolder } from '../../app/settings/require-folder.js';
import { requireFilePath } from '../../app/settings/require-file-path.js';
import { introduce } from '../introduce.js';
import { writeJUnitFile } from '../../app/report/junit-file.js';
import { printWarnings } from '../output/print-warnings.js';
import { reportRuns, type ReportRunsOptions } from '../../app/report/report-runs.js';
import { quoteWord } from '../../domain/text/quote-word.js';

interface ReportFlags extends SingleFileFlags {
  readonly out?: string;
  readonly output?: string;
  /** False with `--no-pictures`. */
  readonly pictures: PicturePolicy | false;
  readonly junit?: string;
  readonly markdown?: string;
  readonly csv?: string;
  readonly language?: ReportLanguage;
  readonly title?: string;
  readonly runs?: string;
  readonly item?: string;
  readonly repeat?: string;
  readonly json?: boolean;
}

/** `touchstone report RUN…`: one HTML file that shows results and every step behind them. */
export function addReportCommand(program: Command, context: CommandContext): void {
  const command = introduce(
    program.command('report'),
    'Write one HTML file that shows runs, their tasks and every step.',
    [
      'touchstone report RUN',
      'touchstone report BASELINE-RUN RUN --out reports/nightly.html --language zh  the first is the base',
      'touchstone report RUN --single-file  one file to mail, pictures in it',
      'touchstone report RUN --item dark-theme --out episode.html  one episode, as one file',
      'touchstone report RUN --junit results.xml --markdown summary.md --csv tables',
    ],
  );
  addSettings(command, ['runs'])
    .argument(
      '<runs...>',
      'folders of runs, or their names; the first of two is the base of their comparison',
    )
    .option('--out <file>', 'where to write it (default: report.html)')
    // Its name before every command had --out.
    .addOption(new Option('--output <file>').hideHelp())
    .addOption(
      new Option(
        '--pictures <policy>',
        'auto copies them next to the report and leaves out recordings that show people; link leaves them where they are',
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
    .option('--item <id>', 'one episode of one run alone, as a single file')
    .option('--repeat <number>', 'which repeat of --item, from 1 (default: 1)')
    .option('--single-file', 'put the pictures, scaled down, into the file too: one file to mail')
    .option(
      '--max-size <MB>',
      `most megabytes of --single-file; pictures of failed episodes come first (default: ${SINGLE_FILE_MB})`,
    )
    .option('--markdown <file>', 'write a summary as Markdown too, for the page of a CI job')
    .option('--csv <folder>', 'write results, episodes, steps and scores as CSV too')
    .option('--junit <file>', 'write the results as JUnit XML too, one case per task')
    .option('--json', 'print one JSON document about what was written')
    .action(async (names: readonly string[], flags: ReportFlags) => {
      const { workingDirectory } = context;
      const { values } = await loadSettings({ runs: flags.runs }, context, []);
      const runs = resolve(workingDirectory, values.runs);
      const directories = findRuns([...new Set(names)], runs, context);
      const options = await reportOptions(flags, context);
      if (options.only !== undefined && directories.length > 1) {
        throw new UserError('--item names an episode of one run', { hint: 'Name one run.' });
      }
      const junit = await writable(flags.junit, '--junit', requireFilePath, context);
      const written = await reportRuns(directories, options, context);
      if (junit !== undefined) {
        const warn = (text: string): void => printWarnings([text], context);
        await writeJUnitFile(junit, directories, { warn, signal: context.interrupted });
      }
      const isUnread = written.problems.some(({ kind }) => kind === 'unreadable' || kind === 'newer');
      if (isUnread) context.setExitCode(EXIT.user);
      if (flags.json === true) context.stdout.write(`${JSON.stringify(written, null, 2)}\n`);
      else presentReport(written, context);
    });
}

/** What is to be written, once it is known that it can be. @throws {UserError} */
async function reportOptions(flags: ReportFlags, context: CommandContext): Promise<ReportRunsOptions> {
  const { pictures, language, title } = flags;
  const output = resolve(context.workingDirectory, flags.out ?? flags.output ?? 'report.html');
  await requireFilePath(output, '--out');
  const only = episodeOf(flags);
  const isWhole = flags.singleFile ?? (only !== undefined && flags.pictures !== 'link');
  const single = singleFile({ ...flags, singleFile: isWhole }, output, context);
  const markdown = await writable(flags.markdown, '--markdown', requireFilePath, context);
  const csv = await writable(flags.csv, '--csv', requireFolder, context);
  return {
    output,
    pictures: pictures === false ? 'none' : pictures,
    ...(language === undefined ? {} : { language }),
    ...(title === undefined ? {} : { title }),
    ...(single === undefined ? {} : { single }),
    ...(markdown === undefined ? {} : { markdown }),
    ...(csv === undefined ? {} : { csv }),
    ...(only === undefined ? {} : { only }),
    onWarnings: (warnings) => printWarnings(warnings, context),
  };
}

/** The episode that `--item` and `--repeat` name. @throws {UserError} */
function episodeOf({ item, repeat }: ReportFlags): ItemKey | undefined {
  if (item === undefined) {
    if (repeat === undefined) return undefined;
    throw new UserError('--repeat is of the episode that --item names', { hint: 'Add --item ID.' });
  }
  const number = repeat ?? '1';
  if (/^[1-9]\d{0,8}$/.test(number)) return { item, repeat: Number(number) - 1 };
  throw new UserError(`--repeat ${number} is no number of a repeat`, { hint: 'Repeats count from 1.' });
}

/** Absolute path of what a flag names, made sure of. */
async function writable(
  path: string | undefined,
  flag: string,
  makeSure: (path: string, flag: string) => Promise<void>,
  { workingDirectory }: CommandContext,
): Promise<string | undefined> {
  if (path === undefined) return undefined;
  const absolute = resolve(workingDirectory, path);
  await makeSure(absolute, flag);
  return absolute;
}

function presentReport(written: WrittenReport, context: CommandContext): void {
  const { workingDirectory, stdout, stderr } = context;
  printWarnings(
    written.problems.map((problem) => reportProblem(problem, workingDirectory)),
    context,
  );
  const shown = relative(workingDirectory, written.file);
  const unfinished = written.unfinished === 0 ? '' : ` (${written.unfinished} more unfinished)`;
  stdout.write(
    `${shown}: ${plural(written.runs, 'run')}, ${plural(written.episodes, 'episode')}${unfinished}\n`,
  );
  if (written.pictureFolders.length === 0) return;
  const folders = written.pictureFolders.map((folder) => `${folder}/`).join(', ');
  stderr.write(
    `note: its pictures lie next to it, in ${folders}: to pass it on, write one file with --single-file\n`,
  );
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
