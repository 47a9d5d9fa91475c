import { Command } from 'commander';
import { VERSION } from '../version.js';
import type { CommandContext } from './command-context.js';
import { addAuditCommand } from './commands/audit.js';
import { addCompareCommand } from './commands/compare.js';
import { addConfigCommand } from './commands/config.js';
import { addDataCommand } from './commands/data.js';
import { addDemoCommand } from './commands/demo.js';
import { addDocumentsCommand } from './commands/documents.js';
import { addDoctorCommand } from './commands/doctor.js';
import { addExportCommand } from './commands/export.js';
import { addImportCommand } from './commands/import.js';
import { addLintCommand } from './commands/lint.js';
import { addListCommand } from './commands/list.js';
import { addParseCommand } from './commands/parse.js';
import { addPhoneCommand } from './commands/phone.js';
import { addProbeCommand } from './commands/probe.js';
import { addPromptCommand } from './commands/prompt.js';
import { addReportCommand } from './commands/report.js';
import { addResumeCommand } from './commands/resume.js';
import { addRunCommand } from './commands/run.js';
import { addSchemaCommand } from './commands/schema.js';
import { addScoreCommand } from './commands/score.js';
import { addStatsCommand } from './commands/stats.js';

/** Adds one command to the program. */
type AddCommand = (program: Command, context: CommandContext) => void;

/** In the order help lists them. */
const COMMANDS: readonly AddCommand[] = [
  addRunCommand,
  addResumeCommand,
  addPhoneCommand,
  addScoreCommand,
  addReportCommand,
  addCompareCommand,
  addLintCommand,
  addAuditCommand,
  addStatsCommand,
  addDataCommand,
  addDocumentsCommand,
  addListCommand,
  addImportCommand,
  addExportCommand,
  addParseCommand,
  addPromptCommand,
  addProbeCommand,
  addConfigCommand,
  addDoctorCommand,
  addSchemaCommand,
  addDemoCommand,
];

/** The whole command line. Errors are thrown, never turned into an exit here. */
export function buildProgram(context: CommandContext): Command {
  const program = new Command('touchstone')
    .description('Measure agents that operate a phone through its screen.')
    .version(VERSION)
    .option('--verbose', 'print stacks of errors')
    .showHelpAfterError('(--help lists what there is)')
    .enablePositionalOptions()
    .configureOutput({
      writeOut: (text) => context.stdout.write(text),
      writeErr: (text) => context.stderr.write(text),
    })
    .addHelpText(
      'after',
      [
        '',
        'Examples:',
        '  touchstone demo                                         every model-free agent on the bundled phone',
        '  touchstone run colorbench --data DIR --agent oracle     a benchmark whose data you have',
        '  touchstone run ./my-world --agent direct --model NAME --base-url http://localhost:8000/v1',
        '  touchstone resume RUN                                   go on after an interruption',
        '  touchstone score sphinx --data DIR --trajectories RUNS  score runs made elsewhere',
        '  touchstone lint ./my-world                              what is wrong with a world, and which tasks can be solved',
        '  touchstone compare RUN RUN                              whether two runs differ, and on which tasks',
      ].join('\n'),
    );
  for (const add of COMMANDS) add(program, context);
  for (const command of program.commands) command.option('--verbose', 'print stacks of errors');
  for (const command of [program, ...program.commands]) command.exitOverride();
  return program;
}
