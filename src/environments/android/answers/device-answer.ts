import type { FaultClass } from '../faults/fault-class.js';

/** What a command of the computer or the device answered: both streams, its exit code, and the file it wrote. */
export interface DeviceAnswer {
  /** As it was sent; device side unless it begins with `adb` or `host:`. */
  readonly command: string;
  /** Bytes where the answer is a picture. */
  readonly stdout: string | Uint8Array;
  readonly stderr: string;
  /** Null where nobody knows it; a number other than 0 also for "some failure". */
  readonly exitCode: number | null;
  /** Contents of the file that the command was told to write; null where it is absent. */
  readonly file?: string | null;
}

/** An answer that says that something is wrong, with what else it says about it. */
export interface AnswerFault {
  readonly error: FaultClass;
  /** Beginning of the text that says so, for messages. */
  readonly said: string;
  readonly warning?: FaultClass;
  readonly [detail: string]: unknown;
}

/** What is in an answer: values by name, or what is wrong. */
export type AnswerReading = AnswerFault | { readonly [name: string]: unknown; readonly error?: undefined };

/** Text of an unreadable answer that a message repeats, characters. */
const SAID = 200;

/** A fault, with the beginning of what was said. */
export function answerFault(
  error: FaultClass,
  said: string,
  details: Readonly<Record<string, unknown>> = {},
): AnswerFault {
  return { ...details, error, said: said.trim().slice(0, SAID) };
}

// Escape sequences of terminals are what this is about.
// oxlint-disable-next-line no-control-regex
const ESCAPES = /\u001B\[[0-9;?]*[A-Za-z]/g;

/** Text without carriage returns and escape sequences of terminals. */
export function plainText(text: string): string {
  return text.replaceAll('\r', '').replaceAll(ESCAPES, '');
}

/** Standard output as text; bytes are read as UTF-8, with replacement characters. */
export function outputText(answer: DeviceAnswer): string {
  return plainText(
    typeof answer.stdout === 'string' ? answer.stdout : new TextDecoder().decode(answer.stdout),
  );
}

/** Everything that was said, standard output first: which stream a text comes in differs between devices. */
export function saidText(answer: DeviceAnswer): string {
  return [outputText(answer), plainText(answer.stderr)].filter((text) => text.trim() !== '').join('\n');
}

/** Whether the command, without the way it was sent, is one of these or begins with one of them and a blank. */
export function isCommand(answer: DeviceAnswer, ...beginnings: readonly string[]): boolean {
  const command = answer.command.replace(/^adb (?:-s \S+ )?/, '').replace(/^(?:exec|shell)\S*:|^shell /, '');
  return beginnings.some((beginning) => command === beginning || command.startsWith(`${beginning} `));
}
