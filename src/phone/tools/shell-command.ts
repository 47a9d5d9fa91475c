import { Failure, type Answer } from '../shell/answer.js';
import type { ToolCall } from '../shell/tool.js';
import { FAILED } from './system/android-system.js';

/** An exception of a system service, whose class and message the shell prints. */
export class ServiceException extends Error {
  /** Full name of the Java class. */
  readonly javaClass: string;

  constructor(message: string, javaClass = 'java.lang.IllegalArgumentException') {
    super(message);
    this.javaClass = javaClass;
  }
}

/**
 * Runs a command of a system service, which tells an exception as it goes down and gives -1.
 *
 * Source: AOSP `BasicShellCommandHandler.exec`.
 */
export async function runShellCommand(
  name: string,
  call: ToolCall,
  command: () => Promise<Answer> | Answer,
): Promise<Answer> {
  try {
    return await command();
  } catch (error) {
    if (!(error instanceof ServiceException)) throw error;
    throw new Failure(
      `\nException occurred while executing '${name}':\n${error.javaClass}: ${error.message}\n`,
      FAILED,
    );
  }
}

/** Answers a command that a system service does not know. Source: AOSP `BasicShellCommandHandler.handleDefaultCommands`. */
export async function unknownCommand(name: string, call: ToolCall): Promise<Answer> {
  await call.stdout(`Unknown command: ${name}\n`);
  return FAILED;
}

/** Arguments of a command, taken one by one. */
export class ArgumentReader {
  readonly #args: readonly string[];
  #next = 0;

  constructor(args: readonly string[]) {
    this.#args = args;
  }

  /** The next argument, or undefined after the last. */
  take(): string | undefined {
    const argument = this.#args[this.#next];
    if (argument !== undefined) this.#next += 1;
    return argument;
  }

  /** Takes the next argument where it starts with `-`. `--` ends the options and is none itself. */
  takeOption(): string | undefined {
    const argument = this.#args[this.#next];
    if (argument === undefined || !argument.startsWith('-') || argument === '-') return undefined;
    this.#next += 1;
    return argument === '--' ? undefined : argument;
  }

  /** @throws {ServiceException} when there is none */
  required(): string {
    const before = this.#args[this.#next - 1];
    const argument = this.take();
    if (argument === undefined)
      throw new ServiceException(
        before === undefined ? 'Argument expected' : `Argument expected after "${before}"`,
      );
    return argument;
  }

  /** What was not taken yet. */
  rest(): readonly string[] {
    return this.#args.slice(this.#next);
  }
}
