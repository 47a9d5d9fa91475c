import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ReportIndex } from '../../src/report/view/report-index.js';
import { runTouchstone, type Finished } from './run-touchstone.js';

const hasPrograms = ['adb version', 'python3 --version'].every(
  (line) => spawnSync('sh', ['-c', line]).status === 0,
);
if (!hasPrograms) process.stderr.write('skipped: phone run (adb or python3 is missing)\n');

const DATA = join(resolve(process.env['TOUCHSTONE_SHARED'] ?? '../shared'), 'data');
if (!existsSync(DATA)) process.stderr.write(`skipped: phones of recordings (${DATA} is missing)\n`);

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'phone-run-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A shell script that is the whole agent. */
function script(name: string, lines: string): readonly string[] {
  const file = join(folder, `${name}.sh`);
  writeFileSync(file, lines);
  return ['--', 'sh', file];
}

function phoneRun(
  id: string,
  args: readonly string[],
  options: Parameters<typeof runTouchstone>[1] = {},
): Promise<Finished> {
  return runTouchstone(
    ['phone', 'run', 'pocket', '--runs', folder, '--run-id', id, '--json', ...args],
    options,
  );
}

interface Summary {
  readonly finished: number;
  readonly voided: number;
  readonly tables: readonly { readonly id: string; readonly rows: readonly { readonly text: string }[][] }[];
}

function summaryOf({ stdout }: Finished): {
  readonly rate: string;
  readonly agent: string;
  readonly voided: number;
} {
  const summary = JSON.parse(stdout) as Summary;
  const [agent, rate] = summary.tables.find(({ id }) => id === 'summary')?.rows[0] ?? [];
  return { rate: rate?.text ?? '', agent: agent?.text ?? '', voided: summary.voided };
}

/** Actions of an attempt as the journal has them. */
function actionsOf(run: string): unknown[] {
  return readFileSync(join(folder, run, 'journal-main.jsonl'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { type: string; decision?: { action: unknown } })
    .flatMap(({ type, decision }) => (type === 'decision' ? [decision?.action] : []));
}

/** Events of the phone of the one attempt that a run has. */
function eventsOf(run: string): { readonly kind: string }[] {
  const log = readFileSync(join(folder, run, 'attempts', 'dark-theme.0.1.phone.jsonl'), 'utf8');
  return log
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => JSON.parse(line) as { kind: string });
}

/** Variables that a command printed, of the one attempt that its run has. */
function environmentOf(run: string): Readonly<Record<string, string>> {
  const output = readFileSync(join(folder, run, 'attempts', 'dark-theme.0.1.output.txt'), 'utf8');
  return Object.fromEntries([...output.matchAll(/^(\w+)=(.*)$/gm)].map(([, name, value]) => [name, value]));
}

/** Switches the theme of Pocket by where things are. */
const DARK_THEME = 'set -e\nadb shell input tap 445 1040\nadb shell uiautomator dump /dev/tty > /dev/null\n';

describe.skipIf(!hasPrograms)('touchstone phone run', () => {
  it('scores an agent of some thirty lines that only calls adb', async () => {
    const done = await phoneRun('python', [
      '--task',
      'dark-theme',
      '--',
      'python3',
      'examples/adb_agent.py',
      '{instruction}',
      '{apps}',
    ]);
    expect(done).toMatchObject({ code: 0 });
    expect(summaryOf(done)).toEqual({
      rate: '100.0',
      agent: 'adb_agent.py (by adb on a recorded phone)',
      voided: 0,
    });
    const lines = readFileSync('examples/adb_agent.py', 'utf8').trim().split('\n').length;
    expect(lines).toBeLessThanOrEqual(35);
    const attempts = readdirSync(join(folder, 'python', 'attempts'));
    expect(attempts.toSorted()).toEqual(['dark-theme.0.1.output.txt', 'dark-theme.0.1.phone.jsonl']);
    expect(readFileSync(join(folder, 'python', 'attempts', 'dark-theme.0.1.output.txt'), 'utf8')).toContain(
      "tapped 'Dark'",
    );
  });

  it('takes an answer and an end over adb, and runs several phones at once', async () => {
    const agent = script(
      'answer',
      'adb shell "am broadcast -a touchstone.ANSWER --es text WRONG-$TOUCHSTONE_MAX_STEPS"\nadb shell am broadcast -a touchstone.FINISH --es status failure\nsleep 60\n',
    );
    const done = await phoneRun('answer', [
      '--repeats',
      '3',
      '--concurrency',
      '3',
      '--task',
      'tracking-number',
      ...agent,
    ]);
    expect(done.code).toBe(0);
    expect(summaryOf(done).rate).toBe('0.0');
    expect(actionsOf('answer')).toHaveLength(3);
    expect(actionsOf('answer')[0]).toMatchObject({
      type: 'stop',
      status: 'failure',
      answer: expect.stringMatching(/^WRONG-\d+$/),
    });
  });

  it('counts a failing command against the agent', async () => {
    const failed = await phoneRun('failed', [
      '--task',
      'dark-theme',
      ...script('failed', 'echo my key is gone >&2\nexit 3\n'),
    ]);
    expect(summaryOf(failed)).toMatchObject({ rate: '0.0', voided: 0 });
    expect(failed.stderr).toContain(
      '\ndark-theme: the agent\'s command ended with exit code 3, saying "my key is gone"; no command reached the phone (what it printed ',
    );
  });

  it('counts episodes that failed alike together', async () => {
    const failed = await phoneRun('alike', [
      '--limit',
      '5',
      ...script('alike', 'echo no phone on $ANDROID_ADB_SERVER_PORT >&2\nexit 1\n'),
    ]);
    const reason =
      'the agent\'s command ended with exit code 1, saying "no phone on {port}"; no command reached the phone';
    // Said once, and once with its count.
    expect(failed.stderr.split('\n').filter((line) => line.includes(reason))).toHaveLength(2);
    expect(failed.stderr.split('\n').filter((line) => line.endsWith(': the same'))).toHaveLength(2);
    expect(failed.stderr).toContain(`\n5 x: ${reason}`);
    // What went wrong is said: nothing about variables besides.
    expect(JSON.parse(failed.stdout)).toMatchObject({ warnings: [] });
  });

  it('says how the phone was used, and what was asked of it in vain', async () => {
    const done = await phoneRun('use', [
      '--task',
      'dark-theme',
      ...script('use', 'adb shell no-such-command\nadb shell input tap 10 600\nadb shell input tap 9999 1\n'),
    ]);
    const { tables } = JSON.parse(done.stdout) as Summary;
    const texts = (id: string): unknown =>
      tables.find((table) => table.id === id)?.rows.map((row) => row.map(({ text }) => text));
    // Two significant digits, and no 0.0 for what took a moment.
    const seconds = expect.stringMatching(/^(0\.0*[1-9]\d|[1-9]\d*\.\d)$/);
    expect(texts('phone')).toEqual([
      ['use.sh', '3.0', '0.0', seconds, '100.0', '100.0', '0.0', '0', '1', '1', '1', '0'],
    ]);
    expect(JSON.parse(done.stdout)).toMatchObject({ warnings: [] });
    expect(done.stderr).not.toContain('no command reached the phone');
    expect(texts('phone-unknown')).toEqual([['no-such-command', '1', '1']]);
    // The report has the same tables.
    const output = join(folder, 'use.html');
    await runTouchstone(['report', join(folder, 'use'), '--no-pictures', '--out', output]);
    const packed = /id="index">([^<]*)</.exec(readFileSync(output, 'utf8'))?.[1] ?? '';
    const { runs } = JSON.parse(gunzipSync(Buffer.from(packed, 'base64')).toString()) as ReportIndex;
    const reported = runs[0]?.tables.filter(({ id }) => id.startsWith('phone'));
    expect(reported).toEqual(tables.filter(({ id }) => id.startsWith('phone')));
  });

  it('says loudly that an agent never spoke to its phones, and leaves its score', async () => {
    const warning =
      'no command reached the phone in 5 of 5 episodes: does the command use adb and ANDROID_SERIAL / ANDROID_ADB_SERVER_PORT?';
    // Asking the server is no command of the phone's; a phone that is not there gets none either.
    const agent = script('silent', 'adb devices > devices\nadb -s nobody shell true\nexit 0\n');
    const done = await phoneRun('silent', ['--limit', '5', ...agent], { cwd: folder });
    expect(summaryOf(done)).toMatchObject({ rate: '0.0', voided: 0 });
    expect(JSON.parse(done.stdout)).toMatchObject({ warnings: [warning] });
    expect(done.stderr).toContain(`\n\nWARNING: ${warning}\n`);
    const reason = "the agent's command ended, and no command reached the phone (agent)";
    expect(done.stderr).toContain(`\ndark-theme: ${reason}\n`);
    expect(done.stderr).toContain(`\n5 x: ${reason}\n`);
    expect(actionsOf('silent')).toHaveLength(5);
    const scored = await runTouchstone(['score', join(folder, 'silent')]);
    expect(scored.stderr).toContain(warning);
    expect(scored.stdout).toContain('Silent: no command reached the phone in 5 of 5 episodes');
  });

  it('gives three times the shortest way, at least thirty actions, unless set otherwise', async () => {
    const agent = script('steps-told', 'echo "may take $1"\nadb shell true\n');
    const tasks = ['--show-output', '--tasks', 'dark-theme,ready-for-the-cabin', ...agent, '{max_steps}'];
    const told = ({ stderr }: Finished): readonly string[] =>
      [...stderr.matchAll(/may take (\d+)/g)].map(([, steps]) => steps ?? '').toSorted();
    expect(told(await phoneRun('steps-rule', tasks))).toEqual(['30', '51']);
    expect(told(await phoneRun('steps-flag', ['--max-steps', '7', ...tasks]))).toEqual(['7', '7']);
  });

  it('stops a command at its budget, and judges what it did', async () => {
    const done = await phoneRun('budget', [
      '--task',
      'dark-theme',
      '--max-steps',
      '3',
      ...script('budget', 'env | grep ANDROID\nwhile true; do adb shell input tap 10 600; done\n'),
    ]);
    expect(done.code).toBe(0);
    expect(actionsOf('budget')).toHaveLength(3);
    // An `adb` that finds no server on its port starts one, which would be left behind.
    const { ANDROID_ADB_SERVER_PORT: port } = environmentOf('budget');
    expect(spawnSync('pgrep', ['-f', `adb -L tcp:${port} fork-server`]).status).toBe(1);
    expect(summaryOf(done)).toMatchObject({ rate: '0.0', voided: 0 });
  });

  it('takes in what was typed at the end of the time and of a command that fails, and logs the bound', async () => {
    const typed = script('typed', 'adb shell input tap 10 600\nadb shell input text typed-text\nsleep 60\n');
    const done = await phoneRun('typed', ['--task', 'dark-theme', '--episode-seconds', '3', ...typed]);
    expect(done.code).toBe(0);
    expect(actionsOf('typed')).toMatchObject([{ type: 'tap' }, { type: 'type', text: 'typed-text' }]);
    const log = eventsOf('typed');
    expect(log.filter(({ kind }) => kind === 'action')).toMatchObject([
      { action: { type: 'tap' } },
      { action: { type: 'type' }, transition: { rule: expect.any(String) } },
    ]);
    expect(log.find(({ kind }) => kind === 'limit')).toMatchObject({ limit: 'maxWallMs', value: 3_000 });
    const failed = script('typed-failed', 'adb shell input text typed-text\nexit 3\n');
    await phoneRun('typed-failed', ['--task', 'dark-theme', ...failed]);
    expect(actionsOf('typed-failed')).toMatchObject([{ type: 'type', text: 'typed-text' }]);
    const steps = script(
      'typed-steps',
      'adb shell "input tap 10 600; input tap 10 900; input text lost"\nsleep 60\n',
    );
    await phoneRun('typed-steps', ['--task', 'dark-theme', '--max-steps', '2', ...steps]);
    expect(actionsOf('typed-steps')).toMatchObject([{ type: 'tap' }, { type: 'tap' }]);
    const bounded = eventsOf('typed-steps');
    expect(bounded.filter(({ kind }) => kind === 'limit')).toMatchObject([{ limit: 'maxActions', value: 2 }]);
    const acted = bounded.filter(({ kind }) => kind === 'action');
    expect(acted).toMatchObject([{ transition: {} }, { transition: { rule: expect.any(String) } }]);
    expect(acted.some((event) => 'ended' in event)).toBe(false);
  });

  it('writes down when a real adb server comes and goes', async () => {
    const port = '15839';
    const env = { ADB_LOCAL_TRANSPORT_MAX_PORT: '5553', ANDROID_ADB_SERVER_PORT: port };
    const adb = (...words: string[]): void => {
      spawnSync('adb', words, { env: { PATH: process.env['PATH'], HOME: folder, ...env } });
    };
    adb('start-server');
    try {
      const agent = script('real-server', 'adb shell input tap 10 600\nadb kill-server\nsleep 1\n');
      const done = await phoneRun('real-server', [
        '--task',
        'dark-theme',
        '--agent-option',
        `adbServer=${port}`,
        ...agent,
      ]);
      expect(done.code).toBe(0);
      const said = eventsOf('real-server').flatMap((event) =>
        event.kind === 'transport' ? [(event as { what?: string }).what] : [],
      );
      expect(said[0]).toBe('connected');
      expect(said).toContain('lost');
    } finally {
      adb('kill-server');
    }
  });

  it('waits for nobody whom a command left behind, and leaves nobody behind itself', async () => {
    const ends = {
      // Holds the command's output, in a session of its own.
      'stray-steps': [
        ['--max-steps', '2'],
        'setsid sleep 333 &\necho "left $!"\nwhile true; do adb shell input tap 10 600; done\n',
      ],
      'stray-seconds': [
        ['--episode-seconds', '3'],
        'setsid sleep 334 &\necho "left $!"\nadb shell true\nsleep 335\n',
      ],
      'stray-done': [[], 'adb shell true\nsleep 336 &\necho "left $!"\nexit 0\n'],
      'silent-done': [[], 'adb shell true\nsleep 337 >/dev/null 2>&1 &\necho "left $!"\nexit 0\n'],
    } as const;
    // Waiting for one of them would outlast this test.
    for (const [name, [flags, lines]] of Object.entries(ends)) {
      const done = await phoneRun(name, ['--task', 'dark-theme', ...flags, ...script(name, lines)]);
      const output = readFileSync(join(folder, name, 'attempts', 'dark-theme.0.1.output.txt'), 'utf8');
      const pid = Number(/^left (\d+)$/m.exec(output)?.[1]);
      const { stdout } = spawnSync('ps', ['-o', 'stat=,args=', '-p', String(pid)], { encoding: 'utf8' });
      const isThere = /^[^Z]\S* +sleep 33/.test(stdout);
      if (isThere) process.kill(pid, 'SIGKILL');
      expect({ name, code: done.code, isThere: isThere && process.platform === 'linux' }).toEqual({
        name,
        code: 0,
        isThere: false,
      });
      expect(done.stderr).not.toContain('not closed');
    }
  });

  it('says what to do about a command that is not there, and leaves the run to resume', async () => {
    const done = await phoneRun('missing', ['--task', 'dark-theme', '--', 'no-such-agent', '{instruction}']);
    expect(done.code).not.toBe(0);
    expect(done.stderr).toContain('the agent cannot be started: no-such-agent');
    expect(done.stderr).toContain('touchstone resume');
  });

  it('refuses a misspelt placeholder before anything starts, and notes braces that stay', async () => {
    const done = await phoneRun('misspelt', ['--task', 'dark-theme', '--', 'echo', '{instructions}']);
    expect(done).toMatchObject({ code: 2, stdout: '' });
    expect(done.stderr).toContain('Did you mean {instruction}?');
    expect(existsSync(join(folder, 'misspelt'))).toBe(false);
    const kept = await phoneRun('kept', [
      '--task',
      'dark-theme',
      '--show-output',
      '--',
      'sh',
      '-c',
      'x=1; echo "$0 ${x}"; echo a b | awk \'{print $2}\'; adb shell true',
      '{"a":1} {goal}',
    ]);
    expect(kept.code).toBe(0);
    expect(kept.stderr.match(/note: .*/g)).toEqual([expect.stringContaining('{goal} stays as it is')]);
    expect(kept.stderr).toContain('  {"a":1} {goal} 1\n  b\n');
  });

  it('says where the command and its options belong', async () => {
    const early = await runTouchstone(['phone', 'run', '--', 'python3', 'agent.py']);
    expect(early).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/no benchmark "python3".*The benchmark goes before --/s),
    });
    const open = await runTouchstone(['phone', 'run', 'pocket', 'python3', '--model', 'm']);
    expect(open).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("options of the agent's command go after `--`"),
    });
  });

  it('refuses what is no phone', async () => {
    const done = await runTouchstone([
      'run',
      'pocket',
      '--agent',
      'adb',
      '--agent-option',
      'command=true',
      '--mode',
      'reference',
    ]);
    expect(done.code).not.toBe(0);
    expect(done.stderr).toContain('which has no reference mode');
  });

  it.skipIf(!existsSync(DATA))(
    'makes phones of recordings and of graphs whose pictures are not there',
    async () => {
      const look = script(
        'look',
        'adb shell wm size\nadb shell uiautomator dump /dev/tty | head -c 5\nadb exec-out screencap -p | wc -c\n',
      );
      const recorded = [
        'sphinx',
        '--data',
        join(DATA, 'sphinx'),
        '--dimensions',
        'navigation',
        '--tasks',
        'navigation/2/ticktick',
      ];
      const graph = ['colorbench', '--data', join(DATA, 'colorbench'), '--repair', '--limit', '1'];
      for (const [name, sizes, picture, benchmark] of [
        ['recorded', 'Physical size: 768x1280', /^<\?xml\d{4,}/, recorded],
        ['graph', 'Physical size: 1080x2374', /^ERROR: could not get idle state\.\d{3,}/, graph],
      ] as const) {
        const done = await runTouchstone([
          'phone',
          'run',
          ...benchmark,
          '--runs',
          folder,
          '--run-id',
          name,
          '--show-output',
          ...look,
        ]);
        expect(done.stderr).toContain('1 of 1 episode done');
        const said = done.stderr
          .split('\n')
          .filter((line) => line.startsWith('  '))
          .map((line) => line.trim());
        expect(said).toContain(sizes);
        expect(said.join('').replace(sizes, '')).toMatch(picture);
      }
    },
  );

  it.each(['before', 'after'])(
    'starts an episode again that was interrupted %s its first action, and ends as one that never was',
    async (place) => {
      const wait = `adb shell uiautomator dump /dev/tty > /dev/null\n[ -e "${folder}/slow" ] && echo waiting && sleep 30\n`;
      const agent = script(
        `steps-${place}`,
        `${place === 'before' ? wait : ''}${DARK_THEME}${place === 'after' ? wait : ''}adb shell input keyevent BACK\n`,
      );
      writeFileSync(join(folder, 'slow'), '');
      const [cutId, wholeId] = [`cut-${place}`, `whole-${place}`];
      const cut = await phoneRun(cutId, ['--show-output', '--task', 'dark-theme', ...agent], {
        signals: [{ after: 'waiting', signal: 'SIGKILL' }],
      });
      expect(cut.signal).toBe('SIGKILL');
      rmSync(join(folder, 'slow'));
      const resumed = await runTouchstone(['resume', join(folder, cutId), '--json']);
      expect(resumed.code).toBe(0);
      const whole = await phoneRun(wholeId, ['--task', 'dark-theme', ...agent]);
      expect(summaryOf(resumed)).toEqual(summaryOf(whole));
      const steps = actionsOf(wholeId).length;
      expect(steps).toBe(3);
      expect(actionsOf(cutId).slice(-steps)).toEqual(actionsOf(wholeId));
    },
  );

  it('tries an episode again whose command says that its model is out, though it had done nothing', async () => {
    const agent = script(
      'outage',
      `adb shell uiautomator dump /dev/tty > /dev/null
[ -e "${folder}/was-out" ] || { touch "${folder}/was-out"; exit 75; }
${DARK_THEME}`,
    );
    const { code, stderr, stdout } = await phoneRun('outage', ['--task', 'dark-theme', ...agent]);
    expect(stderr).toMatch(/exit code 75.*again in/);
    expect(code).toBe(0);
    expect(summaryOf({ code, stderr, stdout, signal: null })).toMatchObject({ voided: 0 });
    expect(actionsOf('outage')).toHaveLength(2);
    const logs = readdirSync(join(folder, 'outage', 'attempts')).filter((name) =>
      name.endsWith('.phone.jsonl'),
    );
    expect(logs.toSorted()).toEqual(['dark-theme.0.1.phone.jsonl', 'dark-theme.0.2.phone.jsonl']);
  });
});
