import type { Input } from './input.js';
import type { ProgramCall, RunOptions, ShellSystem } from './program.js';
import type { Shell, Streams } from './shell.js';
import type { Write } from './tool.js';

/** Ends a whole line at once, since its client is gone or it was killed. Never leaves the shell. */
export class Ended extends Error {
  readonly status: number;

  constructor(status: number) {
    super('ended');
    this.status = status;
  }
}

/** One program that runs. Signal and environment are made only for those that ask, since most calls are over at once. */
export class Call implements ProgramCall {
  readonly words: readonly string[];
  readonly folder: string;
  readonly stdin: Input;
  readonly stdout: Write;
  readonly stderr: Write;
  readonly #shell: Shell;
  readonly #streams: Streams;
  readonly #options: RunOptions;
  readonly pid: number;
  hasComplained = false;
  #controller: AbortController | null = null;
  #killedBy = 0;

  constructor(shell: Shell, words: readonly string[], streams: Streams, options: RunOptions) {
    this.#shell = shell;
    this.#streams = streams;
    this.#options = options;
    this.words = words;
    this.folder = shell.state.folder;
    this.stdin = options.stdin ?? streams.input;
    this.stdout = streams.output;
    this.stderr = streams.errors;
    this.pid = this.system.processes.start({
      name: (words[0] ?? '').replace(/^.*\//, ''),
      args: words.join(' '),
      kill: (signal) => this.kill(signal),
    });
    if (streams.pipe) streams.pipe.onClosed = () => this.kill(13);
  }

  get system(): ShellSystem {
    return this.#shell.context.system;
  }

  get variables(): ReadonlyMap<string, string> {
    return this.#options.variables ?? this.#shell.state.environment();
  }

  get signal(): AbortSignal {
    if (!this.#controller) {
      this.#controller = new AbortController();
      const { signal } = this.#shell.context;
      if (signal.aborted || this.#killedBy) this.#controller.abort();
      else signal.addEventListener('abort', this.#abort);
    }
    return this.#controller.signal;
  }

  readonly run = (words: readonly string[], options: RunOptions = {}): Promise<number> =>
    this.#shell.runCalled(
      words,
      { ...this.#streams, ...(options.stdin ? { input: options.stdin } : {}) },
      options,
    );

  async complain(text: string): Promise<void> {
    this.hasComplained = true;
    await this.stderr(`${this.words[0]}: ${text}\n`);
  }

  giveWay(): void {
    this.system.processes.end(this.pid);
  }

  kill(signal: number): void {
    this.#killedBy ||= signal;
    this.#controller?.abort();
  }

  /** The exit status, given what the program says. */
  status(given: number): number {
    return this.#killedBy && this.#controller ? 128 + this.#killedBy : given & 0xff;
  }

  end(): void {
    this.giveWay();
    if (this.#streams.pipe) this.#streams.pipe.onClosed = null;
    if (this.#controller) this.#shell.context.signal.removeEventListener('abort', this.#abort);
  }

  readonly #abort = (): void => {
    this.#controller?.abort();
  };
}
