/** Signals by name. Source: Linux `signal(7)`. */
export const SIGNALS: Readonly<Record<string, number>> = {
  HUP: 1,
  INT: 2,
  QUIT: 3,
  KILL: 9,
  USR1: 10,
  USR2: 12,
  TERM: 15,
  CONT: 18,
  STOP: 19,
};

/** Number of a signal given by number or name; undefined when there is none of that name. */
export function signalOf(text: string): number | undefined {
  return /^[0-9]+$/.test(text) ? Number(text) : SIGNALS[text.toUpperCase().replace(/^SIG/, '')];
}
