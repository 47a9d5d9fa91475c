import { relative } from 'node:path';
import type { Command } from 'commander';
import { reviewAtTerminal } from '../../app/tasks/review-dialogue.js';
import { SuiteReview, type GivenAnswers } from '../../app/tasks/review-tasks.js';
import { plural } from '../../domain/text/plural.js';
import { UserError } from '../../errors.js';
import type { ReviewReport } from '../../formats/results/review-report.js';
import { reviewTable } from '../../report/review-table.js';
import type { CommandContext } from '../command-context.js';
import { introduce } from '../introduce.js';
import { printTables } from '../output/print-tables.js';
import { printWarnings } from '../output/print-warnings.js';
import { addTasksCurateCommand } from './tasks-curate.js';
import { addTasksValidateCommand } from './tasks-validate.js';

const EXAMPLES = [
  'touchstone tasks review my-world                       asks about each draft; every answer is saved at once',
  'touchstone tasks review my-world --list                what waits, without asking',
  'touchstone tasks review my-world --accept all --reject SET-2 CLK-1#2',
  'touchstone tasks review my-world --not-checked SET-1#4="a flash is on no screen" --goal "SET-2=Join the Wi-Fi."',
];

interface ReviewFlags {
  readonly list?: boolean;
  readonly accept: readonly string[];
  readonly reject: readonly string[];
  readonly reason?: string;
  readonly notChecked: readonly string[];
  readonly goal: readonly string[];
  readonly json?: boolean;
}

/** `touchstone tasks`: what an import or a model has proposed, confirmed by somebody. */
export function addTasksCommand(program: Command, context: CommandContext): void {
  const tasks = introduce(
    program.command('tasks'),
    'Confirm tasks that were drafted from test cases; let a model write more tasks like those of people.',
    [
      ...EXAMPLES.slice(0, 2),
      'touchstone tasks curate seeds.jsonl --out review.jsonl --model NAME',
      'touchstone tasks validate review.jsonl --out tasks.json --reviewer Ana',
    ],
  );
  addTasksCurateCommand(tasks, context);
  addTasksValidateCommand(tasks, context);
  introduce(
    tasks.command('review'),
    'Go through drafted tasks: accept, edit or reject what was inferred. Tasks count once their drafts are confirmed.',
    EXAMPLES,
  )
    .argument('<file>', 'suite.json, or the folder of its world')
    .option('--list', 'print what waits, ask nothing')
    .option('--accept <ids...>', 'accept drafts of these tasks (TASK), single ones (TASK#NUMBER), or all', [])
    .option('--reject <ids...>', 'reject them: somebody has to write other rules', [])
    .option('--reason <text>', 'why those of --reject are')
    .option('--not-checked <id#n=why...>', 'leave an expectation out of the score, and say why', [])
    .option('--goal <id=text...>', 'what agents are asked for in a task', [])
    .option('--json', 'print one JSON document; asks nothing')
    .option('--verbose', 'print stacks of errors')
    .exitOverride()
    .action(async (file: string, options: ReviewFlags) => {
      const given = givenAnswers(options);
      const isGiven = [
        given.accept.length,
        given.reject.length,
        given.notChecked.size,
        given.goals.size,
      ].some((count) => count > 0);
      if (options.reason !== undefined && options.reject.length === 0) {
        throw new UserError('--reason says why --reject is given, and there is none', {
          hint: 'Name what you reject: --reject ID.',
        });
      }
      const review = await SuiteReview.open(file, context);
      const asks = !isGiven && options.list !== true && options.json !== true;
      if (asks) await askPerson(review, context);
      else if (isGiven) await review.answerAll(given);
      const report = await review.report();
      printReport(report, { json: options.json === true, list: !asks, context });
    });
}

/** @throws {UserError} where nobody can be asked */
async function askPerson(review: SuiteReview, context: CommandContext): Promise<void> {
  const { stdin, stderr, interrupted: signal } = context;
  const waiting = (await review.waiting()).length;
  if (waiting === 0) return;
  if (stdin.isTTY !== true) {
    throw new UserError(
      `${plural(waiting, 'task')} ${waiting === 1 ? 'waits' : 'wait'}, and there is no terminal to ask in`,
      {
        hint: '--list shows them; --accept all, --accept ID…, --reject ID… answer without a terminal.',
      },
    );
  }
  context.sayOnInterrupt('every answer so far is saved');
  await reviewAtTerminal(review, { input: stdin, output: stderr, signal });
}

function printReport(
  report: ReviewReport,
  {
    json,
    list,
    context,
  }: { readonly json: boolean; readonly list: boolean; readonly context: CommandContext },
): void {
  if (json) {
    context.stdout.write(`${JSON.stringify(report, null, 2)}\n`);
    return;
  }
  printWarnings(report.warnings, context);
  if (list) printTables([reviewTable(report)], { json: false, context });
  const { accepted, rejected, notChecked, goals, waiting, confirmed } = report;
  const done = [
    [accepted.length, 'accepted'],
    [rejected.length, 'rejected'],
    [notChecked.length, 'left out of the score'],
    [goals.length, `${goals.length === 1 ? 'goal' : 'goals'} changed`],
  ] as const;
  const said = done.filter(([count]) => count > 0).map(([count, what]) => `${count} ${what}`);
  const { stderr, workingDirectory } = context;
  const file = relative(workingDirectory, report.file) || report.file;
  const folder = relative(workingDirectory, report.file.replace(/[^/\\]*$/, '')) || '.';
  if (said.length > 0) stderr.write(`\n${said.join(', ')}; saved in ${file}\n`);
  stderr.write(
    waiting.length === 0
      ? `\n${plural(confirmed, 'task')} ready. Next: touchstone lint ${folder}\n`
      : `\n${plural(confirmed, 'task')} ready, ${waiting.length} not scored yet. Go on with: touchstone tasks review ${folder}\n`,
  );
}

/** @throws {UserError} for what is not written as a name, `=` and a text */
function givenAnswers({ accept, reject, reason, notChecked, goal }: ReviewFlags): GivenAnswers {
  return {
    accept: accept.flatMap((names) => names.split(',')),
    reject: reject.flatMap((names) => names.split(',')),
    reason: reason ?? null,
    notChecked: pairsOf(notChecked, '--not-checked', 'SET-1#4="it is a sound"'),
    goals: pairsOf(goal, '--goal', 'SET-1="Switch to the dark theme."'),
  };
}

function pairsOf(given: readonly string[], flag: string, example: string): ReadonlyMap<string, string> {
  return new Map(
    given.map((text) => {
      const at = text.indexOf('=');
      const [name, value] = [text.slice(0, Math.max(at, 0)).trim(), text.slice(at + 1).trim()];
      if (name === '' || value === '') {
        throw new UserError(`${flag}: ${JSON.stringify(text)} is not written as ID=TEXT`, {
          hint: `Example: ${flag} ${example}.`,
        });
      }
      return [name, value] as const;
    }),
  );
}
