import { Command } from 'commander';
import { connectStores } from '../app/files/connect-stores.js';
import { VERSION } from '../version.js';
import type { CommandContext } from './command-context.js';
import { applyOutline } from './help/command-outline.js';
import { asksForHelpAlone, readHelpFile } from './help/help-file.js';
import { namedParts } from './named-parts.js';
import { showExamples } from './output/show-examples.js';

/** Adds one command to the program. */
type AddCommand = (program: Command, context: CommandContext) => void;

/** By the command's name; read only when needed, for each brings much of the program along. */
const COMMANDS: Readonly<Record<string, () => Promise<AddCommand>>> = {
  demo: async () => (await import('./commands/demo.js')).addDemoCommand,
  init: async () => (await import('./commands/init.js')).addInitCommand,
  list: async () => (await import('./commands/list.js')).addListCommand,
  devices: async () => (await import('./commands/devices.js')).addDevicesCommand,
  doctor: async () => (await import('./commands/doctor.js')).addDoctorCommand,
  run: async () => (await import('./commands/run.js')).addRunCommand,
  resume: async () => (await import('./commands/resume.js')).addResumeCommand,
  fork: async () => (await import('./commands/fork.js')).addForkCommand,
  worker: async () => (await import('./commands/worker.js')).addWorkerCommand,
  queue: async () => (await import('./commands/queue.js')).addQueueCommand,
  simulate: async () => (await import('./commands/simulate.js')).addSimulateCommand,
  phone: async () => (await import('./commands/phone.js')).addPhoneCommand,
  gym: async () => (await import('./commands/gym.js')).addGymCommand,
  mcp: async () => (await import('./commands/mcp.js')).addMcpCommand,
  reproduce: async () => (await import('./commands/reproduce.js')).addReproduceCommand,
  score: async () => (await import('./commands/score.js')).addScoreCommand,
  judge: async () => (await import('./commands/judge.js')).addJudgeCommand,
  scan: async () => (await import('./commands/scan.js')).addScanCommand,
  view: async () => (await import('./commands/view.js')).addViewCommand,
  access: async () => (await import('./commands/access.js')).addAccessCommand,
  report: async () => (await import('./commands/report.js')).addReportCommand,
  index: async () => (await import('./commands/index-command.js')).addIndexCommand,
  compare: async () => (await import('./commands/compare.js')).addCompareCommand,
  files: async () => (await import('./commands/files.js')).addFilesCommand,
  export: async () => (await import('./commands/export.js')).addExportCommand,
  import: async () => (await import('./commands/import.js')).addImportCommand,
  tasks: async () => (await import('./commands/tasks.js')).addTasksCommand,
  record: async () => (await import('./commands/record.js')).addRecordCommand,
  build: async () => (await import('./commands/build/build.js')).addBuildCommand,
  fidelity: async () => (await import('./commands/fidelity.js')).addFidelityCommand,
  lint: async () => (await import('./commands/lint.js')).addLintCommand,
  audit: async () => (await import('./commands/audit.js')).addAuditCommand,
  stats: async () => (await import('./commands/stats.js')).addStatsCommand,
  data: async () => (await import('./commands/data.js')).addDataCommand,
  parse: async () => (await import('./commands/parse.js')).addParseCommand,
  prompts: async () => (await import('./commands/prompts.js')).addPromptsCommand,
  probe: async () => (await import('./commands/probe.js')).addProbeCommand,
  documents: async () => (await import('./commands/documents.js')).addDocumentsCommand,
  config: async () => (await import('./commands/config.js')).addConfigCommand,
  trust: async () => (await import('./commands/trust.js')).addTrustCommand,
  schema: async () => (await import('./commands/schema.js')).addSchemaCommand,
};

/** Headings of the list of commands, in order, each with the last command below it. */
const GROUP_ENDS = [
  ['To begin with:', 'doctor'],
  ['Run an agent:', 'reproduce'],
  ['Judge and show:', 'export'],
  ['Tasks and worlds:', 'data'],
  ['Models and prompts:', 'documents'],
  ['Settings and formats:', 'schema'],
] as const;

/** The heading under which help lists a command. */
function groupOf(name: string): string {
  const names = Object.keys(COMMANDS);
  const group = GROUP_ENDS.find(([, last]) => names.indexOf(name) <= names.indexOf(last));
  return group?.[0] ?? '';
}

/**
 * The command line, as far as these arguments need it. Errors are thrown, never turned into an exit here.
 *
 * @param args what follows the program's name
 * @param helpFile what the build wrote down of every command's help, where the program is a built one
 */
export async function buildProgram(
  context: CommandContext,
  args: readonly string[],
  { helpFile }: { readonly helpFile?: URL } = {},
): Promise<Command> {
  const program = new Command('touchstone')
    .showHelpAfterError('(--help lists what there is)')
    .enablePositionalOptions()
    .exitOverride()
    .configureOutput({
      writeOut: (text) => context.stdout.write(text),
      writeErr: (text) => context.stderr.write(text),
    });
  const outline = helpFile !== undefined && asksForHelpAlone(args) ? await readHelpFile(helpFile) : undefined;
  if (outline !== undefined) return applyOutline(program, outline);
  program
    .description('Measure agents that operate a phone through its screen.')
    .version(VERSION)
    .option('--verbose', 'print stacks of errors');
  const needed = neededBy(args);
  connectStores(context.environment);
  const withParts = { ...context, ...(await namedParts(args, context)) };
  const commands = await Promise.all(needed.map((load) => load()));
  for (const add of commands) add(program, withParts);
  if (needed.length > 1) {
    const { wholeExamples } = await import('./whole-examples.js');
    program.addHelpText('after', `\nExamples:\n${showExamples(wholeExamples(withParts)).trimEnd()}`);
  }
  for (const command of program.commands) {
    command.option('--verbose', 'print stacks of errors').helpGroup(groupOf(command.name()));
  }
  refuseUnknownHelp(program, args);
  return program;
}

/**
 * `help rnu` would print the help of all commands, as if nothing had been named.
 *
 * @throws {CommanderError} naming the command that was most likely meant
 */
function refuseUnknownHelp(program: Command, [first, name = '']: readonly string[]): void {
  if (first !== 'help' || name === '' || name.startsWith('-') || name === 'help') return;
  if (Object.hasOwn(COMMANDS, name)) return;
  // Answered as the slip is without `help` before it.
  program.parse([name], { from: 'user' });
}

/** All of them where help is asked for, or no command is named: those list them, or look for a name that is near. */
function neededBy(args: readonly string[]): readonly (() => Promise<AddCommand>)[] {
  const name = args.find((arg) => !arg.startsWith('-')) ?? '';
  const named = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (named !== undefined) return [named];
  return args[0] === '--version' || args[0] === '-V' ? [] : Object.values(COMMANDS);
}
