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
import { INTERRUPTION, type LineSource } from './line-source.js';
import type { LineContext, Streams } from './shell.js';
import type { List } from './syntax/syntax-tree.js';
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
  /** Runs a line on a terminal, or where it is empty what is typed there, to `exit` or the end. */
  attend(source: LineSource, options: AttendOptions): Promise<number>;
}

export interface AttendOptions {
  /** Aborted when the client is gone. */
  readonly signal: AbortSignal;
  readonly line: string;
  /** Says who is to hear of the size of the client's window. */
  readonly onSize: (listener: (size: WindowSize) => void) => void;
}

/** Of a terminal, in characters. */
export interface WindowSize {
  readonly rows: number;
  readonly columns: number;
}

/** Exit status of a line that was interrupted before it ran. */
const INTERRUPTED = 128 + 2;

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
      const status = await interact(shell, plainSource(streams, io.signal));
      if (shell.context.jobs.size) await shell.waitForJobs();
      return status;
    },
    async attend(source, { signal, line, onSize }) {
      const none = async (): Promise<void> => {};
      const { shell } = open({ stdin: Input.empty(), stdout: none, stderr: none, signal });
      onSize(({ rows, columns }) => {
        shell.state.set('LINES', String(rows));
        shell.state.set('COLUMNS', String(columns));
      });
      if (line === '') return interact(shell, source);
      return source.run((streams, foreground) =>
        new Interpreter({ ...shell.context, signal: foreground }, shell.state).runText(line, streams),
      );
    },
  };
}

async function interact(first: Interpreter, source: LineSource): Promise<number> {
  const { state } = first;
  let pending = '';
  let readAgain = 0;
  const begin = (): void => {
    pending = '';
    readAgain = 0;
  };
  for (;;) {
    const prompt = { status: state.status, folder: state.folder, isContinued: pending !== '' };
    const line = await source.next(prompt);
    if (line === INTERRUPTION) {
      begin();
      state.status = INTERRUPTED;
      continue;
    }
    if (line === null && !pending) return state.status;
    pending += line ?? '';
    readAgain += pending.length;
    // A line that ends in a backslash continues, as does one that ends in the middle of a command.
    if (line !== null && readAgain < MOST_READ_AGAIN && /(?:^|[^\\])(?:\\\\)*\\\n$/.test(pending.slice(-64)))
      continue;
    const read = readCommands(pending);
    if ('problem' in read && read.isIncomplete && line !== null && readAgain < MOST_READ_AGAIN) continue;
    begin();
    let isOver = false;
    state.status = await source.run(async (streams, signal) => {
      if ('problem' in read) {
        await streams.errors(`/system/bin/sh: ${read.problem}\n`);
        return 1;
      }
      // Every line has a budget of its own.
      const shell = new Interpreter({ ...first.context, budget: new Budget(), signal }, state);
      return shell.guard(streams, async () => {
        try {
          for (const next of read.lists) await shell.runList(next, streams);
        } catch (error) {
          isOver = error instanceof Exit || (error instanceof Ended && first.context.signal.aborted);
          throw error;
        }
        return state.status;
      });
    });
    if (isOver || line === null || first.context.signal.aborted) return state.status;
  }
}

type Commands =
  | { readonly lists: readonly List[] }
  | { readonly problem: string; readonly isIncomplete: boolean };

function readCommands(text: string): Commands {
  try {
    const parser = new LineParser(text);
    const lists: List[] = [];
    for (let next = parser.nextLine(); next; next = parser.nextLine()) lists.push(next);
    return { lists };
  } catch (error) {
    if (!(error instanceof ShellSyntaxError)) throw error;
    return { problem: error.message, isIncomplete: error.isIncomplete };
  }
}

/** Lines of an input that no terminal is behind. */
function plainSource(streams: Streams, signal: AbortSignal): LineSource {
  return { next: () => readLine(streams.input), run: (command) => command(streams, signal) };
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
