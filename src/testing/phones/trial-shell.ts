import { MemoryFiles } from '../../phone/files/memory-files.js';
import { nextTurn } from '../../phone/shell/input.js';
import { phoneShell, type PhoneShell } from '../../phone/shell/phone-shell.js';
import type { Tool } from '../../phone/shell/tool.js';

/** What a command line came to. */
export interface LineResult {
  readonly stdout: string;
  readonly stderr: string;
  readonly status: number;
}

/** A shell over files of its own, with a clock that only counts. */
export interface TrialShell {
  readonly shell: PhoneShell;
  readonly files: MemoryFiles;
  /** Calls of the tools given. */
  readonly calls: (readonly string[])[];
  /** Commands that there are not. */
  readonly unknown: string[];
  /** Milliseconds that have passed on the phone. */
  readonly passed: () => number;
  readonly run: (
    line: string,
    options?: { stdin?: string | Uint8Array; signal?: AbortSignal },
  ) => Promise<LineResult>;
}

const START = Date.UTC(2024, 0, 2, 3, 4, 5);

/** A phone's shell to try lines in. Tools that are only named print nothing and give 0. */
export function trialShell(tools: readonly string[] | Readonly<Record<string, Tool>> = []): TrialShell {
  let passed = 0;
  const calls: (readonly string[])[] = [];
  const unknown: string[] = [];
  const named: Readonly<Record<string, Tool | undefined>> = Array.isArray(tools)
    ? Object.fromEntries(tools.map((name: string) => [name, () => 0]))
    : (tools as Readonly<Record<string, Tool>>);
  const files = new MemoryFiles({ now: () => START + passed });
  const shell = phoneShell({
    files,
    clock: {
      get now() {
        return START + passed;
      },
      get uptime() {
        return passed;
      },
      pass: async (milliseconds) => {
        passed += milliseconds;
        await nextTurn();
      },
    },
    find: (name) => {
      const tool = Object.hasOwn(named, name) ? named[name] : undefined;
      return (
        tool &&
        ((call) => {
          calls.push(call.words);
          return tool(call);
        })
      );
    },
    onUnknown: (name) => unknown.push(name),
  });
  const run: TrialShell['run'] = async (line, options = {}) => {
    const outputs = { stdout: [] as Uint8Array[], stderr: [] as Uint8Array[] };
    const write = (which: 'stdout' | 'stderr') => async (data: string | Uint8Array) => {
      outputs[which].push(typeof data === 'string' ? Buffer.from(data) : data);
    };
    const stdin = Buffer.from(options.stdin ?? '');
    const status = await shell.run(line, {
      stdin: (async function* () {
        if (stdin.length) yield stdin;
      })(),
      stdout: write('stdout'),
      stderr: write('stderr'),
      signal: options.signal ?? new AbortController().signal,
    });
    const text = (which: 'stdout' | 'stderr') => Buffer.concat(outputs[which]).toString();
    return { stdout: text('stdout'), stderr: text('stderr'), status };
  };
  return { shell, files, calls, unknown, passed: () => passed, run };
}
