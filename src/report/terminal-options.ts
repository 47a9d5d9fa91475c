/** What a terminal, or another target of output, can show. */
export interface TerminalOptions {
  /** Columns; null when the output has no edge, as in a pipe or a file: then nothing is wrapped. */
  readonly width: number | null;
  readonly color: boolean;
  /** Draw with ASCII alone. */
  readonly ascii: boolean;
}

/** Narrower than this, tables would be all wrapping. */
const LEAST_WIDTH = 40;

/**
 * Reads the abilities of an output stream. `FORCE_COLOR` goes before `NO_COLOR`, both before what the stream is; a locale
 * that is named and is not UTF-8 asks for ASCII.
 */
export function terminalOptions(
  stream: { readonly isTTY?: boolean; readonly columns?: number },
  environment: Readonly<Record<string, string | undefined>>,
): TerminalOptions {
  const isTerminal = stream.isTTY === true;
  const dumb = environment['TERM'] === 'dumb';
  return {
    width: isTerminal ? Math.max(LEAST_WIDTH, stream.columns ?? 80) : null,
    color: wantsColor(environment) ?? (isTerminal && !dumb),
    ascii: dumb || !acceptsUnicode(environment),
  };
}

function wantsColor(environment: Readonly<Record<string, string | undefined>>): boolean | null {
  const forced = environment['FORCE_COLOR'];
  if (forced !== undefined) return forced !== '0' && forced !== 'false';
  const refused = environment['NO_COLOR'];
  return refused !== undefined && refused !== '' ? false : null;
}

function acceptsUnicode(environment: Readonly<Record<string, string | undefined>>): boolean {
  const locale = [environment['LC_ALL'], environment['LC_CTYPE'], environment['LANG']].find(
    (value) => value !== undefined && value !== '',
  );
  return locale === undefined || /utf-?8/i.test(locale);
}
