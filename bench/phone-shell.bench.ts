import { MemoryFiles } from '../src/phone/files/memory-files.js';
import { Input } from '../src/phone/shell/input.js';
import { phoneShell } from '../src/phone/shell/phone-shell.js';
import { Pattern } from '../src/phone/pattern/pattern.js';
import type { BenchRow } from './bench-row.js';

/** Taps per second that a phone should take over a socket; the shell is a part of each. */
const TAPS_PER_SECOND = 3000;

const LINES: readonly (readonly [name: string, line: string, count: number])[] = [
  ['a tap', 'input tap 123.5 678.25', 20_000],
  ['quotes, a variable and `&&`', `x=5; input text "it's $x" && input keyevent 66`, 10_000],
  ['a pipeline of two', 'dumpsys window | grep mCurrentFocus', 3_000],
  ['a loop of ten taps', 'for i in 1 2 3 4 5 6 7 8 9 10; do input tap $i $((i*10)); done', 2_000],
];

/** What the shell of a phone takes for a command line, without sockets and without the phone behind it. */
export async function run(): Promise<BenchRow[]> {
  const window = `${'  some other line\n'.repeat(200)}  mCurrentFocus=Window{a1b2c3d u0 com.example/.Main}\n`;
  const shell = phoneShell({
    files: new MemoryFiles({ now: () => 0 }),
    clock: { now: 0, uptime: 0, pass: async () => {} },
    find: (name) => {
      if (name === 'input') return () => 0;
      if (name !== 'dumpsys') return undefined;
      return async ({ stdout }) => {
        await stdout(window);
        return 0;
      };
    },
  });
  const { signal } = new AbortController();
  const rows: BenchRow[] = [];
  for (const [name, line, count] of LINES) {
    const once = () =>
      shell.run(line, { stdin: Input.empty(), stdout: async () => {}, stderr: async () => {}, signal });
    for (let index = 0; index < count / 10; index += 1) await once();
    const started = process.cpuUsage();
    for (let index = 0; index < count; index += 1) await once();
    const { user, system } = process.cpuUsage(started);
    const perSecond = count / ((user + system) / 1e6);
    rows.push({
      name: `phone shell: ${name}`,
      value: perSecond,
      unit: 'lines per second of processor time',
      ...(line.startsWith('input tap')
        ? {
            target: `> ${TAPS_PER_SECOND}`,
            ratio: `${(perSecond / TAPS_PER_SECOND).toFixed(1)} of what is asked`,
          }
        : {}),
    });
  }
  const pattern = new Pattern('m[A-Z][a-z]*(Focus|Window)=.*\\.Main', { syntax: 'extended' });
  const lines = window.repeat(300).split('\n');
  const started = process.cpuUsage();
  for (const line of lines) pattern.test(line);
  const { user, system } = process.cpuUsage(started);
  rows.push({
    name: 'phone shell: extended expression over lines that do not match',
    value: (window.length * 300) / (user + system),
    unit: 'MB per second of processor time',
  });
  return rows;
}
