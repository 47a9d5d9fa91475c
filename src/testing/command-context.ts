import { PassThrough } from 'node:stream';

/** What a command is given where a test runs it in its own process, and what it has printed. */
export function commandContext(given: {
  readonly workingDirectory: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
}) {
  const stdout = new PassThrough();
  const stderr = new PassThrough();
  const never = new AbortController().signal;
  let exitCode = 0;
  const textOf = (stream: PassThrough): string => {
    const bytes: unknown = stream.read();
    return bytes instanceof Buffer ? bytes.toString('utf8') : '';
  };
  return {
    context: {
      ...given,
      stdin: new PassThrough(),
      stdout,
      stderr,
      interrupted: never,
      killed: never,
      sayOnInterrupt: (): void => undefined,
      setExitCode: (code: number): void => {
        exitCode = code;
      },
    },
    /** What came on its standard output since the last look. */
    printed: (): string => textOf(stdout),
    /** What came on its standard error since the last look. */
    told: (): string => textOf(stderr),
    exitCode: (): number => exitCode,
  };
}
