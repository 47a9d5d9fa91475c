import { spawn, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { createWriteStream, type WriteStream } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { environmentRedactor } from '../../agents/process/environment-redactor.js';
import type { PrintedOutput } from '../answers/find-answer.js';
import { OutputTail } from '../answers/output-tail.js';
import { lastLine } from './last-line.js';
import { startedProcesses, type StartedProcess } from './started-processes.js';

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
/** The same for its answer. */
const MOST_SEARCHED = 1024 * 1024;
/** Longest line that is held back until it is whole. */
const LONGEST_LINE = 64 * 1024;
/** Milliseconds between asking a command to end and making it: with what follows, less than an engine waits for an agent to close. */
const GRACE_MS = 1_200;
/** Milliseconds for output that is still on its way when the command has ended. */
const DRAIN_MS = 200;
/** Milliseconds between asking what a command left behind to end and making it. */
const REST_GRACE_MS = 100;
const REST_POLL_MS = 20;
const MOST_ROUNDS = 3;

/** Variable by which what a command started is known wherever it went. */
const MARK = 'TOUCHSTONE_COMMAND';

/**
 * A program of the user's with a process group of its own, so that what it started ends with it and Ctrl-C in the terminal
 * reaches Touchstone alone. What it prints goes line by line to a file, without the secrets of its environment.
 *
 * It has ended when its own process has, whoever else still holds its output: those that it started are made to end then,
 * in its group everywhere, and in sessions of their own on Linux, where they are known by a variable of their environment.
 */
export class CommandRun {
  /** Resolves once it has ended with all that it started, and its output is written. Never rejects. */
  readonly ended: Promise<CommandEnd>;
  readonly #child: ChildProcess;
  readonly #mark = randomUUID();
  readonly #graceMs: number;
  readonly #output: WriteStream;
  readonly #redact: (text: string) => string;
  readonly #onLine: ((line: string) => void) | undefined;
  #written = 0;
  readonly #said = { stdout: new OutputTail(MOST_SEARCHED), stderr: new OutputTail(MOST_SEARCHED) };
  /** Lines that have begun. */
  readonly #held = { stdout: '', stderr: '' };
  #hasExited = false;
  /** Until when those who were asked to stop may take their time, by `performance.now`. */
  #graceEndsAt: number | null = null;

  /**
   * @param command program and arguments; no shell reads them
   * @param options.output file that its output goes to, stdout and stderr as they come
   * @param options.graceMs milliseconds between asking it to end and making it
   */
  constructor(
    command: readonly [string, ...string[]],
    options: {
      readonly environment: NodeJS.ProcessEnv;
      readonly folder: string;
      readonly output: string;
      readonly onLine?: (line: string) => void;
      readonly graceMs?: number;
    },
  ) {
    const [program, ...parameters] = command;
    this.#redact = environmentRedactor(options.environment);
    this.#onLine = options.onLine;
    this.#graceMs = options.graceMs ?? GRACE_MS;
    this.#output = createWriteStream(options.output);
    // A full disk costs the file, not the episode.
    this.#output.on('error', () => undefined);
    this.#child = spawn(program, parameters, {
      cwd: options.folder,
      env: { ...options.environment, [MARK]: this.#mark },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: process.platform !== 'win32',
    });
    for (const kind of ['stdout', 'stderr'] as const) {
      const stream = this.#child[kind];
      if (stream !== null) this.#readLines(stream, kind);
    }
    const closed = new Promise<void>((resolve) => this.#child.once('close', () => resolve()));
    this.ended = new Promise((resolve) => {
      this.#child.once('error', (error) => {
        if (this.#child.pid === undefined) resolve(this.#endOutput({ type: 'failed', error }));
      });
      this.#child.once('exit', (code, signal) => {
        this.#hasExited = true;
        resolve(this.#finish(closed, { code, signal }));
      });
    });
  }

  /** What it printed last, without colours and without the secrets of its environment. */
  get printed(): { readonly stdout: PrintedOutput; readonly stderr: PrintedOutput } {
    return { stdout: this.#said.stdout.read(), stderr: this.#said.stderr.read() };
  }

  /** Asks it and all it started to end, and makes them after a while. Resolves when they are gone. Safe to call twice. */
  async stop(): Promise<void> {
    if (this.#hasExited || this.#child.pid === undefined) {
      await this.ended;
      return;
    }
    this.#graceEndsAt ??= performance.now() + this.#graceMs;
    const timer = setTimeout(() => {
      if (!this.#hasExited) this.#kill('SIGKILL');
    }, this.#graceMs);
    await this.#tellAll('SIGTERM');
    await this.ended;
    clearTimeout(timer);
  }

  /** After its own end: takes the output that is still on its way, then ends any process it left behind. */
  async #finish(
    closed: Promise<void>,
    { code, signal }: { readonly code: number | null; readonly signal: NodeJS.Signals | null },
  ): Promise<CommandEnd> {
    const enough = new AbortController();
    const drainMs = Math.max(DRAIN_MS, (this.#graceEndsAt ?? 0) - performance.now());
    await Promise.race([closed, sleep(drainMs, undefined, { signal: enough.signal }).catch(() => {})]);
    enough.abort();
    // Who holds the output still may do so for ever.
    this.#child.stdout?.destroy();
    this.#child.stderr?.destroy();
    await this.#endRest();
    for (const kind of ['stdout', 'stderr'] as const) {
      if (this.#held[kind] !== '') this.#keep(`${this.#held[kind]}\n`, kind);
    }
    const { stdout, stderr } = this.printed;
    const lastWords = lastLine(stderr.text.slice(-MOST_HELD)) || lastLine(stdout.text.slice(-MOST_HELD));
    return this.#endOutput(
      signal === null
        ? { type: 'exited', code: code ?? 0, lastWords }
        : { type: 'killed', signal, lastWords },
    );
  }

  /** Ends the processes that it started and that are still there. */
  async #endRest(): Promise<void> {
    let left = await this.#tellAll('SIGTERM');
    const until = Math.max(performance.now() + REST_GRACE_MS, this.#graceEndsAt ?? 0);
    while (left > 0 && performance.now() < until) {
      await sleep(REST_POLL_MS);
      left = (await this.#started()).length;
    }
    // Whoever was asked may have started another.
    for (let round = 0; round < MOST_ROUNDS && left > 0; round += 1) left = await this.#tellAll('SIGKILL');
  }

  /** Tells its group, and whoever else it started, to end. Gives how many there were to tell. */
  async #tellAll(signal: NodeJS.Signals): Promise<number> {
    const started = await this.#started();
    if (started.some(({ isInGroup }) => isInGroup)) this.#kill(signal);
    for (const { pid, isInGroup } of started) if (!isInGroup) send(pid, signal);
    return started.length;
  }

  /** Who is there of those that it started, itself among them; where nobody knows, its group stands for all. */
  async #started(): Promise<readonly StartedProcess[]> {
    const { pid } = this.#child;
    if (pid === undefined) return [];
    const known = await startedProcesses({ group: pid, mark: `${MARK}=${this.#mark}` });
    if (known !== null) return known;
    const isThere = process.platform === 'win32' ? !this.#hasExited : send(-pid, 0);
    return isThere ? [{ pid, isInGroup: true }] : [];
  }

  #endOutput(end: CommandEnd): Promise<CommandEnd> {
    return new Promise((resolve) => {
      this.#output.on('error', () => resolve(end));
      this.#output.end(() => resolve(end));
    });
  }

  #kill(signal: NodeJS.Signals): void {
    const { pid } = this.#child;
    if (pid === undefined) return;
    if (process.platform === 'win32') this.#child.kill(signal);
    else send(-pid, signal);
  }

  #readLines(stream: NodeJS.ReadableStream, kind: 'stdout' | 'stderr'): void {
    stream.setEncoding('utf8');
    stream.on('data', (text: string) => {
      const held = this.#held[kind] + text;
      const end = held.length > LONGEST_LINE ? held.length : held.lastIndexOf('\n') + 1;
      this.#held[kind] = held.slice(end);
      if (end > 0) this.#keep(held.slice(0, end), kind);
    });
  }

  #keep(text: string, kind: 'stdout' | 'stderr'): void {
    const clean = this.#redact(text);
    this.#said[kind].add(clean);
    if (this.#onLine !== undefined) for (const line of clean.trimEnd().split('\n')) this.#onLine(line);
    const size = Buffer.byteLength(clean);
    if (this.#written > MOST_KEPT) return;
    this.#written += size;
    this.#output.write(this.#written > MOST_KEPT ? '\n[more than 16 MiB: the rest is left out]\n' : clean);
  }
}

/** @param pid of a process, or the negative one of a group. Gives whether somebody was there to take it. */
function send(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, signal);
  } catch {
    return false;
  }
}
