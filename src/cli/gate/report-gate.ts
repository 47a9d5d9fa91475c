import type { CommandContext } from '../command-context.js';
import { EXIT } from '../exit-code.js';
import type { GateVerdict } from './gate.js';

/** Says on stderr what a gate made of the run, and sets the exit code when it was missed. */
export function reportGate({ met, sentences }: GateVerdict, context: CommandContext): void {
  for (const sentence of sentences) context.stderr.write(`${sentence}\n`);
  if (met === false) context.setExitCode(EXIT.gateMissed);
}

/** What the JSON document of a command says about a gate; nothing where none was asked for. */
export function gateDocument(verdict: GateVerdict | null): {
  readonly gate?: Pick<GateVerdict, 'met' | 'checks'>;
} {
  if (verdict === null || verdict.sentences.length === 0) return {};
  const { met, checks } = verdict;
  return { gate: { met, checks } };
}
