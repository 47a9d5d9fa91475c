import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import type { WriteStream } from 'node:fs';
import { environmentRedactor } from '../../agents/process/environment-redactor.js';
import { lastLine } from './last-line.js';

/** How a command came to its end. `lastWords`: one line of what it said last, on stderr if it said anything there. */
export type CommandEnd =
  | { readonly type: 'exited'; readonly code: number; readonly lastWords: string }
  | { readonly type: 'killed'; readonly signal: string; readonly lastWords: string }
  /** It could not be started. */
  | { readonly type: 'failed'; readonly error: Error };

/** Bytes of output that are kept in a file. */
const MOST_KEPT = 16 * 1024 * 1024;
/** Last UTF-16 units of each kind of output in which its last words are looked for. */
const MOST_HELD = 10_000;
/** Longest line that is held back until it is whole. */
const LONGEST_LINE = 64 * 1024;
/** Milliseconds between asking a command to end and making it: less than an engine waits for an agent to close. */
const GRACE_MS = 1_500;

/**
 * A program of the user's with a process group of its own, so that what it started ends with it and Ctrl-C in the terminal
 * reaches Touchstone alone. What it prints goes line by line to a file, without the secrets of its environment.
 */
export class CommandRun {
  /** Resolves once it has ended and its output is written. Never rejects. */
  readonly ended: Promise<CommandEnd>;
  readonly #child: ChildProcess;
  readonly #output: WriteStream;
  readonly #redact: (text: string) => string;
  readonly #onLine: ((line: string) => void) | undefined;
  #written = 0;
  readonly #said = { stdout: '', stderr: '' };
  #hasEnded = false;

  /**
   * @param command program and arguments; no shell reads them
   * @param options.output file that its output goes to, stdout and stderr as they come
   */
  constructor(
    command: readonly [string, ...string[]],
    options: {
      readonly environment: NodeJS.ProcessEnv;
      readonly folder: string;
      readonly output: string;
      readonly onLine?: (line: string) => void;
    },
  ) {
    const [program, ...parameters] = command;
    this.#redact = environmentRedactor(options.environment);
    this.#onLine = options.onLine;
    this.#output = createWriteStream(options.output);
    // A full disk costs the file, not the episode.
    this.#output.on('error', () => undefined);
    this.#child = spawn(program, parameters, {
      cwd: options.folder,
      env: options.environment,
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: process.platform !== 'win32',
    });
    for (const kind of ['stdout', 'stderr'] as const) {
      const stream = this.#child[kind];
      if (stream !== null) this.#readLines(stream, kind);
    }
    this.ended = new Promise((resolve) => {
      this.#child.on('error', (error) => this.#end(resolve, { type: 'failed', error }));
      this.#child.on('close', (code, signal) => {
        const lastWords = lastLine(this.#said.stderr) || lastLine(this.#said.stdout);
        this.#end(
          resolve,
          signal === null
            ? { type: 'exited', code: code ?? 0, lastWords }
            : { type: 'killed', signal, lastWords },
        );
      });
    });
  }

  /** Asks it and all it started to end, and makes them after a second and a half. Resolves when it is gone. Safe to call twice. */
  async stop(): Promise<void> {
    if (this.#hasEnded) return;
    this.#kill('SIGTERM');
    const timer = setTimeout(() => this.#kill('SIGKILL'), GRACE_MS);
    await this.ended;
    clearTimeout(timer);
    // The program may have ended without those it started.
    this.#kill('SIGKILL');
  }

  #end(resolve: (end: CommandEnd) => void, end: CommandEnd): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    this.#output.end(() => resolve(end));
    this.#output.on('error', () => resolve(end));
  }

  #kill(signal: 'SIGTERM' | 'SIGKILL'): void {
    const { pid } = this.#child;
    if (pid === undefined) return;
    try {
      if (process.platform === 'win32') this.#child.kill(signal);
      else process.kill(-pid, signal);
    } catch {
      // Nobody is left in the group.
    }
  }

  #readLines(stream: NodeJS.ReadableStream, kind: 'stdout' | 'stderr'): void {
    let held = '';
    stream.setEncoding('utf8');
    stream.on('data', (text: string) => {
      held += text;
      const end = held.length > LONGEST_LINE ? held.length : held.lastIndexOf('\n') + 1;
      if (end === 0) return;
      this.#keep(held.slice(0, end), kind);
      held = held.slice(end);
    });
    stream.on('end', () => {
      if (held !== '') this.#keep(`${held}\n`, kind);
    });
  }

  #keep(text: string, kind: 'stdout' | 'stderr'): void {
    const clean = this.#redact(text);
    this.#said[kind] = (this.#said[kind] + clean).slice(-MOST_HELD);
    if (this.#onLine !== undefined) for (const line of clean.trimEnd().split('\n')) this.#onLine(line);
    const size = Buffer.byteLength(clean);
    if (this.#written > MOST_KEPT) return;
    this.#written += size;
    this.#output.write(this.#written > MOST_KEPT ? '\n[more than 16 MiB: the rest is left out]\n' : clean);
  }
}
