import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { describeIssue } from '../../domain/text/describe-issue.js';
import { quoteWord } from '../../domain/text/quote-word.js';
import { TouchstoneError, UserError } from '../../errors.js';
import type { Redactor } from '../../models/redact-key.js';
import { environmentRedactor } from './environment-redactor.js';
import { AgentMessageSchema, type AgentMessage, type HostMessage } from './protocol.js';

/** The process of an agent broke its protocol, ended, or did not answer. */
export class AgentProcessError extends TouchstoneError {
  readonly code = 'AGENT_PROCESS';
  readonly fault = 'agent';
}

/** The command of an agent cannot be started, or is no agent: nothing of it ever answered. */
export class AgentCommandError extends UserError {
  override readonly code = 'AGENT_COMMAND';
  override readonly stopsRun = true;
}

/** The failure of a program that never took an episode: not of an agent that plays badly, but of a command that is none. */
export function neverAnswered(failure: AgentProcessError): AgentCommandError {
  return new AgentCommandError(`the agent never answered its first message: ${failure.message}`, {
    ...(failure.hint === undefined ? {} : { hint: failure.hint }),
    cause: failure,
  });
}

/** Longest line that is read from a process, UTF-16 units. */
const MAX_LINE = 1_000_000;
/** Last words of its stderr that an error repeats. */
const KEPT_STDERR = 2_000;
/** More than that is held, so that a key at its beginning is whole when it is taken out. */
const HELD_STDERR = 10_000;

/** A child process that answers each line with a line; one question at a time. */
export class AgentProcess {
  readonly #child: ChildProcessWithoutNullStreams;
  readonly #command: string;
  /** What a program prints ends up in journals and on screens; what it was given in confidence does not. */
  readonly #withoutSecrets: Redactor;
  #buffer = '';
  #stderr = '';
  #failure: Error | null = null;
  #waiting: { resolve: (line: string) => void; reject: (error: Error) => void } | null = null;

  /** @param command program and arguments; no shell reads them */
  constructor(command: readonly [string, ...string[]], environment: NodeJS.ProcessEnv) {
    const [program, ...parameters] = command;
    this.#command = command.map(quoteWord).join(' ');
    this.#withoutSecrets = environmentRedactor(environment);
    this.#child = spawn(program, parameters, { stdio: 'pipe', env: environment });
    this.#child.stdout.setEncoding('utf8').on('data', (text: string) => this.#receive(text));
    this.#child.stderr.setEncoding('utf8').on('data', (text: string) => {
      this.#stderr = (this.#stderr + text).slice(-HELD_STDERR);
    });
    // A process that ended cannot take its input: `close` gives the reason.
    this.#child.stdin.on('error', () => undefined);
    this.#child.on('error', (error) =>
      this.#fail(
        new AgentCommandError(`the agent cannot be started: ${this.#command}`, {
          hint: `${error.message}. Is the program installed and on the PATH?`,
          cause: error,
        }),
      ),
    );
    this.#child.on('close', (code, killer) => {
      const how = killer === null ? `with exit code ${code}` : `by ${killer}`;
      const words = this.#withoutSecrets(this.#stderr).trim().slice(-KEPT_STDERR);
      this.#fail(
        new AgentProcessError(`the agent's process ended ${how}${words === '' ? '' : `: ${words}`}`, {
          hint: `Run it by hand: ${this.#command}`,
        }),
      );
    });
  }

  get isAlive(): boolean {
    return this.#failure === null;
  }

  /**
   * Sends a line and waits for the line that answers it.
   *
   * @throws {AgentProcessError} when the process ends, answers in no known form, or not within `timeoutMs`
   */
  async ask(
    message: HostMessage,
    options: { timeoutMs: number; signal: AbortSignal },
  ): Promise<AgentMessage> {
    const line = await this.#exchange(message, options);
    let json: unknown;
    try {
      json = JSON.parse(line);
    } catch {
      throw this.#broken(`the agent wrote a line that is no JSON: ${line.slice(0, 200)}`);
    }
    const parsed = AgentMessageSchema.safeParse(json);
    if (parsed.success) return parsed.data;
    const issue = parsed.error.issues[0];
    const path = issue === undefined || issue.path.length === 0 ? 'it' : `its ${issue.path.join('.')}`;
    const words = issue === undefined ? '' : describeIssue(issue).replace(/^it /, '');
    throw this.#broken(`the agent's message does not fit: ${path} ${words}: ${line.slice(0, 200)}`);
  }

  /** Sends a line that nothing answers. */
  tell(message: HostMessage): void {
    if (this.isAlive) this.#child.stdin.write(`${JSON.stringify(message)}\n`);
  }

  /** Ends its input, which well-behaved agents end at, and kills it if it does not. Safe to call twice. */
  stop(): void {
    this.#child.stdin.end();
    const timer = setTimeout(() => this.#child.kill('SIGKILL'), 2_000);
    timer.unref();
    this.#child.once('close', () => clearTimeout(timer));
  }

  /** Whether Node stays alive for it. */
  hold(isHeld: boolean): void {
    const handles = [this.#child, this.#child.stdin, this.#child.stdout, this.#child.stderr] as {
      ref?: () => void;
      unref?: () => void;
    }[];
    for (const handle of handles) {
      if (isHeld) handle.ref?.();
      else handle.unref?.();
    }
  }

  async #exchange(
    message: HostMessage,
    { timeoutMs, signal }: { timeoutMs: number; signal: AbortSignal },
  ): Promise<string> {
    signal.throwIfAborted();
    if (this.#failure !== null) throw this.#failure;
    let timer: NodeJS.Timeout | undefined;
    const onAbort = (): void => {
      // What it would answer belongs to nobody: the process cannot be asked again.
      this.#fail(signal.reason instanceof Error ? signal.reason : new Error('aborted'));
      this.stop();
    };
    signal.addEventListener('abort', onAbort, { once: true });
    try {
      return await new Promise<string>((resolve, reject) => {
        this.#waiting = { resolve, reject };
        timer = setTimeout(() => {
          const error = new AgentProcessError(`the agent did not answer within ${timeoutMs} ms`, {
            hint: 'Raise its option timeoutSeconds, or make it faster.',
          });
          this.#fail(error);
          this.stop();
        }, timeoutMs);
        this.tell(message);
      });
    } finally {
      clearTimeout(timer);
      signal.removeEventListener('abort', onAbort);
      this.#waiting = null;
    }
  }

  #receive(text: string): void {
    this.#buffer += text;
    for (;;) {
      const end = this.#buffer.indexOf('\n');
      if (end < 0) break;
      const line = this.#withoutSecrets(this.#buffer.slice(0, end)).trim();
      this.#buffer = this.#buffer.slice(end + 1);
      if (line === '') continue;
      if (this.#waiting === null) {
        this.#broken(`the agent wrote a line that nobody asked for: ${line.slice(0, 200)}`);
        return;
      }
      this.#waiting.resolve(line);
      this.#waiting = null;
    }
    if (this.#buffer.length > MAX_LINE) this.#broken(`the agent wrote a line of over ${MAX_LINE} characters`);
  }

  #broken(message: string): AgentProcessError {
    const error = new AgentProcessError(message, {
      hint: 'It answers each line it reads with one JSON object on one line; everything else goes to stderr. See docs/agents/process.md.',
    });
    this.#fail(error);
    this.stop();
    return error;
  }

  #fail(error: Error): void {
    this.#failure ??= error;
    this.#waiting?.reject(this.#failure);
    this.#waiting = null;
  }
}
