import type { LoggedAction, LoggedProgress } from './task-state.js';

/** An action and what came of it, as all roles are told. Source: Mobile-Agent-E reference code, action history. */
export function logLine({ call, description, outcome, error }: LoggedAction): string {
  const came = outcome === 'A' ? 'Successful' : `Failed | Feedback: ${error}`;
  return `Action: ${call} | Description: ${description} | Outcome: ${came}`;
}

/** The same, with the progress behind it. Source: Mobile-Agent-E reference code, the experience reflectors. */
export function progressLine(logged: LoggedProgress): string {
  const line = logLine(logged);
  return logged.outcome === 'A' ? `${line} | Progress: ${logged.progress}` : line;
}

/** Whether the latest actions were two taps, of which the last changed nothing. Source: Mobile-Agent-E reference code. */
export function isTappingInVain(log: readonly LoggedAction[]): boolean {
  const [before, last] = log.slice(-2).map(logLine);
  if (before === undefined || last === undefined) return false;
  return log.at(-1)?.outcome === 'C' && last.includes('Tap') && before.includes('Tap');
}
