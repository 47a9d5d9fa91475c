import { TouchstoneError } from '../../errors.js';

/** Message, hint and code of an error on stderr; the stack only when asked, or when nobody expected the error. */
export function printError(
  error: unknown,
  options: { verbose: boolean; stream: NodeJS.WritableStream },
): void {
  const write = (line: string): void => {
    options.stream.write(`${line}\n`);
  };
  if (!(error instanceof TouchstoneError)) {
    write(`touchstone: unexpected error: ${error instanceof Error ? error.message : String(error)}`);
    write('  This is a bug in Touchstone; please report it with the lines below.');
    if (error instanceof Error && error.stack !== undefined) write(error.stack);
    return;
  }
  write(`touchstone: ${error.message} [${error.code}]`);
  if (error.hint !== undefined) write(`  ${error.hint}`);
  if (options.verbose) {
    if (error.stack !== undefined) write(error.stack);
    if (error.cause instanceof Error) write(`caused by: ${error.cause.stack ?? error.cause.message}`);
  }
}
