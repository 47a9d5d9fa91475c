import { Ended } from './call.js';
import { Input } from './input.js';
import { Interpreter } from './interpreter.js';
import { LineParser } from './syntax/parse-line.js';
import { ProcessTable } from '../processes/process-table.js';
import { Budget, ShellState } from './shell-state.js';
import { Exit } from './builtins.js';
import { ShellSyntaxError } from './syntax/shell-syntax-error.js';
import type { PhoneClock } from '../device/phone-controls.js';
import type { VirtualFiles } from '../files/virtual-files.js';
import type { OnCommand, ShellSystem } from './program.js';
import type { LineContext, Streams } from './shell.js';
import type { FindTool, Write } from './tool.js';

/** What a shell is given of its phone. */
export interface ShellParts {
  readonly files: VirtualFiles;
  readonly clock: PhoneClock;
  /** Programs besides the shell's own; they take precedence. */
  readonly find: FindTool;
  /** Called with the name of each command that the phone does not have. */
  readonly onUnknown?: (name: string) => void;
  /** Called before every command but the first of a shell, and waited for. */
  readonly onCommand?: OnCommand;
  /** Environment of every line; `HOME`, `PATH` and the like are there anyway. */
  readonly variables?: ReadonlyMap<string, string>;
  /** What runs on the phone; a table of its own where none is given. */
  readonly processes?: ProcessTable;
  /** Aborted when the phone is taken away: ends what runs on after its client is gone. */
  readonly power?: AbortSignal;
}

/** What one client reads and writes. */
export interface ShellStreams {
  readonly stdin: AsyncIterable<Uint8Array>;
  readonly stdout: Write;
  readonly stderr: Write;
  /** Aborted when the client is gone. */
  readonly signal: AbortSignal;
}

/** The shell of a phone, for all its clients; each line runs in a shell of its own. */
export interface PhoneShell {
  /** Runs a command line; gives its exit status, 0–255. Rejects only where a tool does. */
  run(line: string, streams: ShellStreams): Promise<number>;
  /** Runs the lines of standard input as they come, to `exit` or the end. */
  interact(streams: ShellStreams): Promise<number>;
}

/** Characters that are parsed again while a command continues over further lines. */
const MOST_READ_AGAIN = 64 * 1024 * 1024;

const ENVIRONMENT: readonly (readonly [string, string])[] = [
  ['ANDROID_DATA', '/data'],
  ['ANDROID_ROOT', '/system'],
  ['EXTERNAL_STORAGE', '/sdcard'],
  ['HOME', '/'],
  ['HOSTNAME', 'localhost'],
  ['LOGNAME', 'shell'],
  [
    'PATH',
    '/product/bin:/apex/com.android.runtime/bin:/system/bin:/system/xbin:/odm/bin:/vendor/bin:/vendor/xbin',
  ],
  ['SHELL', '/bin/sh'],
  ['TMPDIR', '/data/local/tmp'],
  ['USER', 'shell'],
];

/**
 * The shell of a phone: enough of mksh and toybox for what agents send. A line is bounded in length, nesting, loops and
 * memory, and gives others their turn.
 *
 * Source: POSIX.1-2017 shell command language; mksh(1).
 */
export function phoneShell(parts: ShellParts): PhoneShell {
  const system: ShellSystem = {
    files: parts.files,
    clock: parts.clock,
    processes: parts.processes ?? new ProcessTable(),
    find: parts.find,
    onUnknown: parts.onUnknown ?? (() => {}),
    onCommand: parts.onCommand ?? null,
  };
  const variables = new Map([...ENVIRONMENT, ...(parts.variables ?? [])]);
  const power = parts.power ?? new AbortController().signal;
  const open = (io: ShellStreams): { shell: Interpreter; streams: Streams } => {
    const context: LineContext = { system, budget: new Budget(), signal: io.signal, jobs: new Set(), power };
    const state = new ShellState({ variables, folder: '/', pid: system.processes.number() });
    const streams = { input: new Input(io.stdin), output: io.stdout, errors: io.stderr, pipe: null };
    return { shell: new Interpreter(context, state), streams };
  };
  return {
    async run(line, io) {
      const { shell, streams } = open(io);
      const status = await shell.runText(line, streams);
      if (shell.context.jobs.size) await shell.waitForJobs();
      return status;
    },
    async interact(io) {
      const { shell, streams } = open(io);
      const status = await interact(shell, streams);
      if (shell.context.jobs.size) await shell.waitForJobs();
      return status;
    },
  };
}

async function interact(first: Interpreter, streams: Streams): Promise<number> {
  let pending = '';
  let readAgain = 0;
  for (;;) {
    const line = await readLine(streams.input);
    if (line === null && !pending) return first.state.status;
    pending += line ?? '';
    readAgain += pending.length;
    // A line that ends in a backslash continues, as does one that ends in the middle of a command.
    if (line !== null && readAgain < MOST_READ_AGAIN && /(?:^|[^\\])(?:\\\\)*\\\n$/.test(pending.slice(-64)))
      continue;
    let list;
    try {
      const parser = new LineParser(pending);
      const lists = [];
      for (let next = parser.nextLine(); next; next = parser.nextLine()) lists.push(next);
      list = lists;
    } catch (error) {
      if (!(error instanceof ShellSyntaxError)) throw error;
      if (error.isIncomplete && line !== null && readAgain < MOST_READ_AGAIN) continue;
      await streams.errors(`/system/bin/sh: ${error.message}\n`);
      first.state.status = 1;
      list = null;
    }
    pending = '';
    readAgain = 0;
    // Every line has a budget of its own.
    const shell = new Interpreter({ ...first.context, budget: new Budget() }, first.state);
    let isOver = false;
    first.state.status = await shell.guard(streams, async () => {
      try {
        for (const next of list ?? []) await shell.runList(next, streams);
      } catch (error) {
        isOver = error instanceof Exit || error instanceof Ended;
        throw error;
      }
      return first.state.status;
    });
    if (isOver || line === null) return first.state.status;
  }
}

/** The next line with its end; null where nothing follows. */
async function readLine(input: Input): Promise<string | null> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for (let bytes = await input.next(); bytes; bytes = await input.next()) {
    const end = bytes.indexOf(10);
    if (end >= 0) {
      chunks.push(bytes.subarray(0, end + 1));
      input.unread(bytes.subarray(end + 1));
      break;
    }
    // What is too long for a command is thrown away, and refused for its length.
    if (size <= 4 * 1024 * 1024) chunks.push(bytes);
    size += bytes.length;
  }
  return chunks.length ? Buffer.concat(chunks).toString() : null;
}
