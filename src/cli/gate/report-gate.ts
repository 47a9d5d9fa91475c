import type { CommandContext } from '../command-context.js';
import { EXIT } from '../exit-code.js';
import type { GateVerdict } from './gate.js';

/** Says on stderr what a gate made of the run, and sets the exit code when it was missed. */
export function reportGate({ met, checks }: GateVerdict, context: CommandContext): void {
  if (met === null) context.stderr.write('Gate not judged: the run was interrupted.\n');
  for (const { sentence } of checks) context.stderr.write(`${sentence}\n`);
  if (met === false) context.setExitCode(EXIT.gateMissed);
}
