import { TouchstoneError } from '../../errors.js';
import { aboutStage } from './failure-words.js';

/**
 * Message, hint and code of an error on stderr; the stack only when asked, or when nobody expected the error.
 *
 * @param options.stage command that goes on when it is called again, such as `build explore`; absent for a run
 */
export function printError(
  error: unknown,
  options: { verbose: boolean; stream: NodeJS.WritableStream; stage?: string },
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
  const { stage } = options;
  if (error.hint !== undefined)
    write(`  ${stage === undefined ? error.hint : aboutStage(error.hint, stage)}`);
  if (options.verbose) {
    if (error.stack !== undefined) write(error.stack);
    if (error.cause instanceof Error) write(`caused by: ${error.cause.stack ?? error.cause.message}`);
  }
}
