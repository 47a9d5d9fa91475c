import { statusOf } from './answer.js';
import { FAULT_TEXT } from '../files/fault-text.js';
import { BUILTINS, Break, CALLABLE, Exit, Return } from './builtins.js';
import { Call, Ended } from './call.js';
import { expandGlob, expandNumber, expandText, expandWords } from './expand-words.js';
import { Input } from './input.js';
import { LineParser } from './syntax/parse-line.js';
import { BrokenPipe, Pipe } from './pipe.js';
import { PROGRAMS } from './programs/programs.js';
import { ShellFailure, type ShellState } from './shell-state.js';
import { ShellSyntaxError } from './syntax/shell-syntax-error.js';
import { WriteFault, openStreams } from './redirect.js';
import { isTrueCondition } from './test-condition.js';
import type { Program, RunOptions } from './program.js';
import type { LineContext, Shell, Streams } from './shell.js';
import type {
  Assignment,
  Command,
  List,
  ListItem,
  Pipeline,
  SimpleCommand,
  Word,
} from './syntax/syntax-tree.js';
import type { Tool, Write } from './tool.js';

/** Statuses of commands that cannot be run. Source: POSIX.1-2017 shell command language 2.8.2. */
const NOT_FOUND = 127;
const NOT_EXECUTABLE = 126;
const BROKEN_PIPE = 128 + 13;
const HUNG_UP = 128 + 1;

/** Bytes that a command substitution may print. */
const MOST_OUTPUT = 8 * 1024 * 1024;

/** Commands that may run in the background of one line. */
const MOST_JOBS = 200;

/** Folders whose programs are those that `find` knows. */
const PROGRAM_FOLDER = /^\/(?:system|vendor)\/x?bin\/([^/]+)$/;

/** Builtins whose assignments are expanded without being split. */
const DECLARES = new Set(['export', 'local', 'readonly', 'typeset', 'declare']);

/** Runs commands in one shell. */
export class Interpreter implements Shell {
  readonly context: LineContext;
  readonly state: ShellState;

  constructor(context: LineContext, state: ShellState) {
    this.context = context;
    this.state = state;
  }

  /** Runs a text line by line. What it runs into is said on the errors; gives the exit status. Rejects only where a tool does. */
  async runText(text: string, streams: Streams): Promise<number> {
    return this.guard(streams, () => this.runHere(text, streams));
  }

  async runHere(text: string, streams: Streams): Promise<number> {
    const parser = new LineParser(text);
    for (let list = parser.nextLine(); list; list = parser.nextLine()) await this.runList(list, streams);
    return this.state.status;
  }

  /** Runs, and turns what ends a shell into its exit status. */
  async guard(streams: Streams, run: () => Promise<number>): Promise<number> {
    try {
      return await run();
    } catch (error) {
      if (error instanceof Exit || error instanceof Return) return error.status;
      if (error instanceof Break) return this.state.status;
      if (error instanceof Ended) return error.status;
      if (error instanceof BrokenPipe) return BROKEN_PIPE;
      if (!(error instanceof ShellSyntaxError || error instanceof ShellFailure)) throw error;
      this.state.status = error instanceof ShellFailure ? error.status : 1;
      await quietly(streams.errors(`/system/bin/sh: ${error.message}\n`));
      return this.state.status;
    }
  }

  async runList(list: List, streams: Streams): Promise<number> {
    for (const item of list.items) {
      if (item.isBackground) this.#runInBackground(item, streams);
      else await this.#runItem(item, streams);
    }
    return this.state.status;
  }

  async #runItem(item: ListItem, streams: Streams): Promise<number> {
    let status = await this.#runPipeline(item.first, streams);
    for (const { operator, pipeline } of item.rest) {
      if ((status === 0) === (operator === '&&')) status = await this.#runPipeline(pipeline, streams);
    }
    return status;
  }

  async #runPipeline(pipeline: Pipeline, streams: Streams): Promise<number> {
    const [only] = pipeline.commands;
    let status =
      only && pipeline.commands.length === 1
        ? await this.runCommand(only, streams)
        : await this.#runPiped(pipeline.commands, streams);
    if (pipeline.isNegated) status = status ? 0 : 1;
    this.state.status = status;
    return status;
  }

  /** All commands at once, each in a shell of its own; gives the status of the last. */
  async #runPiped(commands: readonly Command[], streams: Streams): Promise<number> {
    let { input } = streams;
    let from: Pipe | null = null;
    const stages: Promise<number>[] = [];
    for (const [index, command] of commands.entries()) {
      const to = index < commands.length - 1 ? new Pipe() : null;
      const stage = { ...streams, input, ...(to ? { output: to.write, pipe: to } : {}) };
      stages.push(this.#runStage(command, stage, from, to));
      from = to;
      if (to) input = new Input(to);
    }
    const results = await Promise.allSettled(stages);
    for (const result of results) if (result.status === 'rejected') throw result.reason;
    const last = results.at(-1);
    return last?.status === 'fulfilled' ? last.value : 1;
  }

  async #runStage(command: Command, streams: Streams, from: Pipe | null, to: Pipe | null): Promise<number> {
    try {
      const shell = new Interpreter(this.context, this.state.fork());
      return await shell.guard(streams, () => shell.runCommand(command, streams));
    } finally {
      from?.close();
      to?.end();
    }
  }

  #runInBackground(item: ListItem, streams: Streams): void {
    const { context } = this;
    if (context.jobs.size >= MOST_JOBS || context.system.processes.isFull)
      throw new ShellFailure('cannot fork - try again');
    const isDetached = writesElsewhere(item);
    // It goes on when its client is gone, as on a phone.
    const shell = new Interpreter({ ...context, signal: context.power }, this.state.fork());
    const background = {
      ...streams,
      input: Input.empty(),
      output: whileThere(streams.output, context.signal),
      errors: whileThere(streams.errors, context.signal),
    };
    this.state.lastJob = context.system.processes.number();
    this.state.status = 0;
    const job = shell.guard(background, () => shell.#runItem(item, background));
    if (isDetached) {
      // Nobody is left to receive its failure.
      void job.catch(() => {});
      return;
    }
    const tracked = job.finally(() => context.jobs.delete(tracked));
    // Whoever waits for the line's jobs sees the failure.
    tracked.catch(() => {});
    context.jobs.add(tracked);
  }

  async waitForJobs(): Promise<void> {
    const { jobs, signal } = this.context;
    if (jobs.size === 0) return;
    const left = new Promise<void>((resolve) => {
      if (signal.aborted) resolve();
      else signal.addEventListener('abort', () => resolve(), { once: true });
    });
    while (jobs.size && !signal.aborted) await Promise.race([Promise.all(jobs), left]);
  }

  async runCommand(command: Command, streams: Streams): Promise<number> {
    const { context } = this;
    for (let turn = context.budget.command(); turn !== null; turn = context.budget.command()) await turn;
    if (context.signal.aborted) throw new Ended(128 + 1);
    if (command.type === 'simple') return this.#runSimple(command, streams);
    if (!command.redirections.length) return this.#runCompound(command, streams);
    const opened = await openStreams(command.redirections, streams, this);
    if (!opened) return 1;
    return this.#runCompound(command, opened);
  }

  async #runCompound(command: Exclude<Command, SimpleCommand>, streams: Streams): Promise<number> {
    const { state } = this;
    switch (command.type) {
      case 'group':
        return this.runList(command.body, streams);
      case 'subshell': {
        const shell = new Interpreter(this.context, state.fork());
        return shell.guard(streams, () => shell.runList(command.body, streams));
      }
      case 'if': {
        for (const { condition, body } of command.branches) {
          if ((await this.runList(condition, streams)) === 0) return this.runList(body, streams);
        }
        return command.otherwise ? this.runList(command.otherwise, streams) : 0;
      }
      case 'while':
      case 'until': {
        let status = 0;
        await this.#loop(async () => {
          if (((await this.runList(command.condition, streams)) === 0) !== (command.type === 'while'))
            return false;
          status = await this.runList(command.body, streams);
          return true;
        });
        return status;
      }
      case 'for': {
        const values = command.words ? await this.words(command.words, streams) : state.positional;
        let index = 0;
        let status = 0;
        await this.#loop(async () => {
          const value = values[index];
          if (value === undefined) return false;
          index += 1;
          state.set(command.name, value);
          status = await this.runList(command.body, streams);
          return true;
        });
        return status;
      }
      case 'case': {
        const expansion = this.#expansion(streams);
        const subject = await expandText(command.subject, expansion);
        for (const { patterns, body } of command.branches) {
          for (const pattern of patterns) {
            if (!(await expandGlob(pattern, expansion)).matches(subject)) continue;
            state.status = 0;
            return this.runList(body, streams);
          }
        }
        return 0;
      }
      case 'condition': {
        const status = await isTrueCondition(
          command.words,
          this.#expansion(streams),
          this.context.system.files,
        );
        if (typeof status === 'boolean') return status ? 0 : 1;
        await streams.errors(`/system/bin/sh: ${status.problem}\n`);
        return 2;
      }
      case 'arithmetic':
        return (await expandNumber(command.expression, this.#expansion(streams))) ? 0 : 1;
      case 'function':
        state.functions.set(command.name, command.body);
        return 0;
      default:
        return command satisfies never;
    }
  }

  /** Runs until the body says that it is done, or something breaks out. */
  async #loop(run: () => Promise<boolean>): Promise<void> {
    for (;;) {
      try {
        if (!(await run())) return;
      } catch (error) {
        if (!(error instanceof Break)) throw error;
        error.levels -= 1;
        if (error.levels > 0) throw error;
        if (!error.goesOn) return;
      }
      this.context.budget.iterate();
    }
  }

  #expansion(streams: Streams) {
    return { state: this.state, output: (lines: readonly List[]) => this.#outputOf(lines, streams) };
  }

  async words(words: readonly Word[], streams: Streams): Promise<string[]> {
    return expandWords(words, this.#expansion(streams));
  }

  async textOf(word: Word, streams: Streams): Promise<string> {
    return expandText(word, this.#expansion(streams));
  }

  /** What the commands of a substitution print. */
  async #outputOf(lines: readonly List[], streams: Streams): Promise<string> {
    const chunks: Uint8Array[] = [];
    let size = 0;
    const output = async (data: string | Uint8Array): Promise<void> => {
      const bytes = typeof data === 'string' ? Buffer.from(data) : data;
      size += bytes.length;
      if (size > MOST_OUTPUT) throw new ShellFailure('cannot allocate memory');
      chunks.push(bytes);
    };
    const shell = new Interpreter(this.context, this.state.fork());
    const inner: Streams = { ...streams, output, pipe: null };
    this.state.status = await shell.guard(inner, async () => {
      for (const line of lines) await shell.runList(line, inner);
      return shell.state.status;
    });
    return Buffer.concat(chunks).toString().replaceAll('\0', '').replace(/\n+$/, '');
  }

  async #runSimple(command: SimpleCommand, outer: Streams): Promise<number> {
    let streams = outer;
    const { state } = this;
    const before = state.status;
    const words = await this.#commandWords(command, streams);
    if (command.redirections.length) {
      const opened = await openStreams(command.redirections, streams, this);
      if (!opened) return 1;
      streams = opened;
    }
    const [name] = words;
    if (name === undefined) {
      // The status is that of the last substitution, if there was one.
      state.status = 0;
      await this.#assign(command.assignments, streams);
      if (!command.words.some((word) => word.literal === null) && !hasSubstitution(command.assignments))
        return 0;
      return command.assignments.length || state.status !== before ? state.status : 0;
    }
    if (!command.assignments.length) return this.runWords(words, streams);
    const kept = command.assignments.map(
      ({ name }) => [name, state.variables.get(name), state.exported.has(name)] as const,
    );
    await this.#assign(command.assignments, streams);
    for (const [name] of kept) state.exported.add(name);
    try {
      return await this.runWords(words, streams);
    } finally {
      for (const [name, value, isExported] of kept.reverse()) {
        if (!isExported) state.exported.delete(name);
        if (value === undefined) state.unset(name);
        else state.set(name, value);
      }
    }
  }

  async #commandWords(command: SimpleCommand, streams: Streams): Promise<string[]> {
    const expansion = this.#expansion(streams);
    const first = command.words[0]?.literal;
    if (!first || !DECLARES.has(first)) return expandWords(command.words, expansion);
    const words: string[] = [];
    for (const word of command.words) {
      const [part] = word.parts;
      const isAssignment = part?.type === 'text' && !part.isQuoted && /^[A-Za-z_]\w*=/.test(part.text);
      if (isAssignment) words.push(await expandText(word, expansion));
      else words.push(...(await expandWords([word], expansion)));
    }
    return words;
  }

  async #assign(assignments: readonly Assignment[], streams: Streams): Promise<void> {
    for (const { name, value, isAppending } of assignments) {
      const text = await this.textOf(value, streams);
      this.state.set(name, isAppending ? (this.state.get(name) ?? '') + text : text);
    }
  }

  /** Runs what the first word names: a function, a builtin, a program of the phone, or a script. */
  async runWords(words: readonly string[], streams: Streams): Promise<number> {
    const name = words[0] ?? '';
    const body = this.state.functions.size ? this.state.functions.get(name) : undefined;
    if (body) return this.#callFunction(body, words, streams);
    const before = this.state.lastWords;
    this.state.lastWords = words;
    if (before !== null) await this.context.system.onCommand?.(words, before);
    const builtin = BUILTINS.get(name === '/system/bin/sh' ? 'sh' : name);
    if (builtin) return builtin(words, streams, this);
    return this.runProgram(words, streams);
  }

  async runCalled(words: readonly string[], streams: Streams, options: RunOptions): Promise<number> {
    const { context } = this;
    const state = this.state.fork();
    if (options.variables) {
      state.variables.clear();
      state.exported.clear();
      for (const [name, value] of options.variables) {
        state.variables.set(name, value);
        state.exported.add(name);
      }
    }
    const signal = options.outlives ? context.power : (options.signal ?? context.signal);
    const shell = new Interpreter(signal === context.signal ? context : { ...context, signal }, state);
    const name = words[0] === '/system/bin/sh' ? 'sh' : (words[0] ?? '');
    const builtin = CALLABLE.has(name) ? BUILTINS.get(name) : undefined;
    const running = context.budget.nested(() =>
      shell.guard(streams, async () =>
        builtin ? builtin(words, streams, shell) : shell.runProgram(words, streams, options),
      ),
    );
    return options.outlives ? unlessGone(running, context.signal) : running;
  }

  hasProgram(name: string): boolean {
    return this.#programOf(name) !== undefined;
  }

  async #callFunction(body: Command, words: readonly string[], streams: Streams): Promise<number> {
    const { state } = this;
    const { positional } = state;
    state.positional = words.slice(1);
    try {
      return await this.context.budget.nested(() => this.runCommand(body, streams));
    } catch (error) {
      if (error instanceof Return) return error.status;
      throw error;
    } finally {
      state.positional = positional;
    }
  }

  async runProgram(words: readonly string[], streams: Streams, options: RunOptions = {}): Promise<number> {
    const name = words[0] ?? '';
    const program = this.#programOf(name);
    if (program) return this.#call(program, words, streams, options);
    if (name.includes('/')) return this.#runFile(name, words, streams);
    this.context.system.onUnknown(name);
    await streams.errors(`/system/bin/sh: ${name}: inaccessible or not found\n`);
    return NOT_FOUND;
  }

  #programOf(name: string): Program | Tool | undefined {
    const short = name.startsWith('/') ? PROGRAM_FOLDER.exec(name)?.[1] : name;
    if (!short) return undefined;
    return this.context.system.find(short) ?? PROGRAMS.get(short);
  }

  async #call(
    program: Program | Tool,
    words: readonly string[],
    streams: Streams,
    options: RunOptions,
  ): Promise<number> {
    const call = new Call(this, words, streams, options);
    try {
      return call.status(await statusOf(call, () => program(call)));
    } catch (error) {
      // Wrapped by the owner of the pipe; the program ends, the shell continues.
      if (error instanceof BrokenPipe && streams.pipe) return BROKEN_PIPE;
      if (!(error instanceof WriteFault)) throw error;
      await quietly(streams.errors(`${words[0]}: ${error.message}\n`));
      return 1;
    } finally {
      call.end();
    }
  }

  /** Runs a file of the phone as a script. */
  async #runFile(name: string, words: readonly string[], streams: Streams): Promise<number> {
    const { files, onUnknown } = this.context.system;
    const path = files.resolve(name, this.state.folder);
    const stat = files.stat(path);
    const bytes = files.read(path);
    if (stat === 'ENOENT' || typeof stat === 'string') {
      onUnknown(name);
      await streams.errors(`/system/bin/sh: ${name}: inaccessible or not found\n`);
      return NOT_FOUND;
    }
    const isProgram = bytes instanceof Uint8Array && bytes[0] === 0x7f && bytes[1] === 0x45;
    if (isProgram) onUnknown(name);
    if (typeof bytes === 'string' || isProgram || !(stat.mode & 0o111)) {
      const reason =
        typeof bytes === 'string'
          ? FAULT_TEXT[bytes]
          : isProgram
            ? 'not executable: 64-bit ELF file'
            : FAULT_TEXT.EACCES;
      await streams.errors(`/system/bin/sh: ${name}: ${isProgram ? reason : `can't execute: ${reason}`}\n`);
      return NOT_EXECUTABLE;
    }
    return this.runShell(Buffer.from(bytes).toString(), words, streams);
  }

  async runShell(text: string, words: readonly string[], streams: Streams): Promise<number> {
    const state = this.state.fork();
    state.functions.clear();
    for (const name of state.variables.keys()) if (!state.exported.has(name)) state.unset(name);
    state.name = words[0] ?? 'sh';
    state.positional = words.slice(1);
    state.status = 0;
    const shell = new Interpreter(this.context, state);
    return this.context.budget.nested(() => shell.runText(text, streams));
  }
}

function hasSubstitution(assignments: readonly Assignment[]): boolean {
  return assignments.some(({ value }) => value.parts.some((part) => part.type === 'command'));
}

/** Whether a job leaves both outputs of the client alone, so that nobody has to wait for it. */
function writesElsewhere(item: ListItem): boolean {
  const [command] = item.first.commands;
  if (!command || item.rest.length || item.first.commands.length > 1) return false;
  const streams = command.redirections
    .filter(({ type }) => type === '>' || type === '>>')
    .map(({ stream }) => stream);
  const copies = command.redirections.filter(
    ({ type, target }) => type === '>&' && streams.includes(Number(target.literal)),
  );
  const all = new Set([...streams, ...copies.map(({ stream }) => stream)]);
  return all.has(null) || (all.has(1) && all.has(2));
}

/** What goes to a client, and ends whoever writes once the client is gone. */
function whileThere(write: Write, signal: AbortSignal): Write {
  return async (data) => {
    if (signal.aborted) throw new Ended(BROKEN_PIPE);
    await write(data);
  };
}

/** What a program gives, or that it was hung up once its client is gone; then nobody hears of its end. */
async function unlessGone(running: Promise<number>, signal: AbortSignal): Promise<number> {
  if (signal.aborted) return HUNG_UP;
  let leave = (): void => {};
  const left = new Promise<number>((resolve) => {
    leave = () => resolve(HUNG_UP);
    signal.addEventListener('abort', leave, { once: true });
  });
  running.catch(() => {});
  try {
    return await Promise.race([running, left]);
  } finally {
    signal.removeEventListener('abort', leave);
  }
}

async function quietly(promise: Promise<void>): Promise<void> {
  try {
    await promise;
  } catch (error) {
    if (!(error instanceof BrokenPipe || error instanceof Ended)) throw error;
  }
}
