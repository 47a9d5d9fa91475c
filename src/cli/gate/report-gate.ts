import type { CommandContext } from '../command-context.js';
import { EXIT } from '../exit-code.js';
import type { GateVerdict } from '../../app/gate/gate.js';

/** Prints a gate's verdict on stderr, and sets the exit code when it was missed. */
export function reportGate({ met, sentences }: GateVerdict, context: CommandContext): void {
  for (const sentence of sentences) context.stderr.write(`${sentence}\n`);
  if (met === false) context.setExitCode(EXIT.gateMissed);
}
