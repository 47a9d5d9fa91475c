import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openModelEndpoint, type EndpointReply } from '../src/testing/models/model-endpoint.js';
import { temporaryFolder } from '../src/testing/run-fakes/run-fake.js';
import { runInProcess, type InProcess } from './fixtures/run-in-process.js';

const ANSWER = 'The weather is fine.';

async function workplace() {
  const folder = await temporaryFolder({ onDisk: true });
  const command = (...args: string[]): Promise<InProcess> => runInProcess(args, { cwd: folder.path });
  return {
    path: folder.path,
    command,
    run: (baseUrl: string, id: string, ...more: string[]): Promise<InProcess> => {
      const what = ['run', 'pocket', '--agent', 'direct', '--limit', '2', '--run-id', id];
      return command(...what, '--model', 'a-model', '--base-url', baseUrl, '--no-preflight', ...more);
    },
    /** Runs the last command of that kind that is printed. */
    follow: (message: string, start: string): Promise<InProcess> => {
      const line = message.split('\n').findLast((text) => text.includes(start)) ?? '';
      const told = line
        .slice(line.indexOf(start))
        .replace(/[;`].*$/, '')
        .trim();
      const [program, ...args] = told.split(' ');
      expect([program, told]).toEqual(['touchstone', expect.stringContaining(start)]);
      return command(...args);
    },
    [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose](),
  };
}

const refused = (status: number): EndpointReply => ({ fault: 'status', status, body: 'not like this' });

/** Rows of `list runs`, by column. */
async function listed(place: Awaited<ReturnType<typeof workplace>>): Promise<Record<string, string>[]> {
  const { stdout } = await place.command('list', 'runs', '--json');
  const [table] = (
    JSON.parse(stdout) as {
      tables: { columns: { title: string }[]; rows: { text: string }[][] }[];
    }
  ).tables;
  return (table?.rows ?? []).map((row) =>
    Object.fromEntries(row.map(({ text }, index) => [table?.columns[index]?.title ?? '', text])),
  );
}

async function scoreFiles(place: { readonly path: string }, run: string): Promise<readonly string[]> {
  return (await readdir(join(place.path, 'runs', run))).filter((name) => name.startsWith('scores'));
}

describe('a run whose episodes are all void', () => {
  it('is reported as such, with the way to do them again, and is scored once', async () => {
    await using place = await workplace();
    let isRefusing = true;
    await using endpoint = await openModelEndpoint(() => (isRefusing ? refused(400) : ANSWER));
    await place.run(endpoint.baseUrl, 'void');
    expect(await scoreFiles(place, 'void')).toHaveLength(1);
    const reported = await place.command('report', 'void');
    expect(reported.stderr).toContain('all that is done is void (2 episodes)');
    expect(reported.stderr).not.toContain('touchstone score');
    await place.command('score', 'void');
    await place.command('score', 'void');
    expect(await scoreFiles(place, 'void')).toHaveLength(1);
    const [line] = await listed(place);
    expect(line).toMatchObject({ run: 'void', state: 'complete', 'rate %': 'n/a', n: '0', void: '2' });
    isRefusing = false;
    const again = await place.follow(reported.stderr, 'touchstone resume');
    expect([again.code, again.stderr.includes('2 of 2 episodes done')]).toEqual([0, true]);
    expect((await place.command('report', 'void')).stderr).not.toContain('void');
  });
});

describe('a run whose endpoint is gone', () => {
  it('names a command that continues it', async () => {
    await using place = await workplace();
    const endpoint = await openModelEndpoint(() => ANSWER);
    const port = Number(new URL(endpoint.baseUrl).port);
    await endpoint[Symbol.asyncDispose]();
    const profile = { formatVersion: 1, id: 'm', provider: 'openai-compatible', model: 'a-model' };
    await writeFile(
      join(place.path, 'profile.json'),
      JSON.stringify({ ...profile, baseUrl: endpoint.baseUrl, retries: { attempts: 1 } }),
    );
    const what = ['run', 'pocket', '--agent', 'direct', '--limit', '2', '--run-id', 'gone', '--no-preflight'];
    const done = await place.command(
      ...what,
      '--profile',
      'profile.json',
      '--outage-seconds',
      '0',
      '--concurrency',
      '1',
    );
    expect(done.code).toBe(5);
    expect((await listed(place))[0]).toMatchObject({ state: 'stopped: MODEL_OUTAGE' });
    await using _back = await openModelEndpoint(() => ANSWER, { port });
    const again = await place.follow(done.stderr, 'touchstone resume');
    expect([again.code, again.stderr.includes('2 of 2 episodes done')]).toEqual([0, true]);
    expect((await listed(place))[0]).toMatchObject({ state: 'complete', n: '2', void: '0' });
  });

  it('is asked about by the command that the hint before a run names', async () => {
    await using place = await workplace();
    const endpoint = await openModelEndpoint(() => ANSWER);
    await endpoint[Symbol.asyncDispose]();
    const what = ['run', 'pocket', '--agent', 'direct', '--limit', '1'];
    const done = await place.command(...what, '--model', 'a-model', '--base-url', endpoint.baseUrl);
    expect(done.code).toBe(5);
    // There is no run to resume.
    expect(done.stderr).not.toContain('resume');
    const asked = await place.follow(done.stderr, 'touchstone doctor');
    expect(asked.code).toBe(1);
    expect(asked.stdout).toContain('ECONNREFUSED');
  });
});

describe('touchstone list runs', () => {
  it('says of each run what it asks, what came of it, and how it ended', async () => {
    await using place = await workplace();
    await using endpoint = await openModelEndpoint(() => ANSWER);
    await place.run(endpoint.baseUrl, 'done');
    await place.command('run', 'pocket', '--agent', 'oracle', '--limit', '2', '--run-id', 'oracle');
    expect(await listed(place)).toMatchObject([
      {
        run: 'done',
        agent: 'direct',
        model: 'a-model',
        state: 'complete',
        'rate %': '0.0',
        n: '2',
        void: '0',
      },
      {
        run: 'oracle',
        agent: 'oracle',
        model: '',
        state: 'complete',
        'rate %': '100.0',
        n: '2',
        done: '2/2',
      },
    ]);
  });

  it('does not take a run that stopped at its first call for one under way', async () => {
    await using place = await workplace();
    await using endpoint = await openModelEndpoint(() => refused(401));
    expect((await place.run(endpoint.baseUrl, 'key')).code).toBe(2);
    expect(await listed(place)).toMatchObject([{ run: 'key', state: 'stopped: MODEL_ACCESS', n: '0' }]);
  });

  it('tells a killed run from one that is being written', async () => {
    await using place = await workplace();
    await place.command('run', 'pocket', '--agent', 'no-op', '--limit', '1', '--run-id', 'cut');
    const folder = join(place.path, 'runs', 'cut');
    const journal = join(folder, 'journal-main.jsonl');
    const lines = (await readFile(journal, 'utf8')).trimEnd().split('\n');
    expect(lines.at(-1)).toContain('"run-end"');
    await writeFile(journal, `${lines.slice(0, -1).join('\n')}\n`);
    expect(await listed(place)).toMatchObject([{ run: 'cut', state: 'killed' }]);
    const lock = { pid: process.pid, host: hostname(), started: null, token: 't' };
    await writeFile(join(folder, 'lock'), JSON.stringify(lock));
    expect(await listed(place)).toMatchObject([{ run: 'cut', state: 'under way' }]);
    await writeFile(join(folder, 'lock'), JSON.stringify({ ...lock, host: 'another-machine' }));
    expect(await listed(place)).toMatchObject([{ run: 'cut', state: 'under way or killed' }]);
  });
});

describe('an agent that looks at what a world does not have', () => {
  it('is told what is missing, and what runs without', async () => {
    await using place = await workplace();
    const blind = await place.command('run', 'tiny', '--agent', 'tap-text', '--limit', '1');
    expect(blind.code).toBe(2);
    expect(blind.stderr).toContain('tap-text looks at UI hierarchies, and tiny has none here');
    expect(blind.stderr).toContain('No screen in its graph.json names a `hierarchy` file that is there');
    expect(blind.stderr).not.toContain('pictures');
    expect(blind.stderr).toContain('such as --agent random');
    const runs = await place.command('run', 'tiny', '--agent', 'random', '--limit', '1');
    expect(runs.code).toBe(0);
  });

  /** A phone of two screens in the form that ColorBench publishes, without its pictures. */
  async function withoutPictures(place: { readonly path: string }): Promise<string> {
    const folder = join(place.path, 'colorbench');
    await mkdir(folder);
    const graph = { home: { page: [] }, page: {} };
    await writeFile(join(folder, 'graph.json'), JSON.stringify(graph));
    return folder;
  }

  it('finds in the first line of the data check that vision agents cannot run, and why', async () => {
    await using place = await workplace();
    const folder = await withoutPictures(place);
    const { stdout } = await place.command('data', 'check', 'colorbench', folder);
    const [first] = stdout.trimStart().split('\n');
    expect(first).toContain('vision agents cannot run without the pictures');
    expect(first).toContain('Hugging Face data set Norsheep/ColorBench');
  });
});

describe('progress in a pipe', () => {
  it('says passed or failed per episode, as the run is scored in the end', async () => {
    await using place = await workplace();
    const good = await place.command('run', 'pocket', '--agent', 'oracle', '--limit', '2');
    expect(
      good.stderr.split('\n').filter((line) => /^[\w-]+: passed \(.* after \d+ steps?\)$/.test(line)),
    ).toHaveLength(2);
    const bad = await place.command('run', 'pocket', '--agent', 'always-complete', '--limit', '2');
    expect(bad.stderr.split('\n').filter((line) => /^[\w-]+: failed \(/.test(line))).toHaveLength(2);
  });
});

describe('a run whose agent is a command that is not there', () => {
  it('says how to start again, and how to go on once it is there', async () => {
    await using place = await workplace();
    const run = (id: string, program: string): Promise<InProcess> => {
      const agent = ['--agent', 'process', '--agent-option', `command=${program}`];
      return place.command('run', 'pocket', ...agent, '--limit', '1', '--run-id', id);
    };
    const mistyped = await run('mine', './no-such-program');
    expect(mistyped.stderr).toMatch(
      /Where the command is wrong, start again with the right one and another --run-id: .* Once the program is there and answers: touchstone resume /,
    );
    const taken = await run('mine', './no-such-program');
    expect(taken.stderr).toContain('touchstone resume mine; or give the new run another name (--run-id).');
  });

  it('stops at once where the program ends before it has answered anything, and counts nothing', async () => {
    await using place = await workplace();
    const command = `command=${process.execPath} nothere.mjs`;
    const agent = ['--agent', 'process', '--agent-option', command, '--concurrency', '1'];
    const run = await place.command('run', 'pocket', ...agent, '--limit', '5', '--run-id', 'mine');
    expect(run.code).toBe(2);
    expect(run.stderr).toMatch(
      /the agent never answered its first message: [^]*nothere\.mjs[^]*\[AGENT_COMMAND\]/,
    );
    expect(run.stderr).toContain('Stopped: 0 of 5 episodes done');
    expect(run.stderr).toContain('Once the program is there and answers: touchstone resume');
    expect((await listed(place))[0]).toMatchObject({ state: 'stopped: AGENT_COMMAND', n: '0' });
  });
});

describe('the last lines of a run', () => {
  it('name the command that shows it, which works where it is typed', async () => {
    await using place = await workplace();
    const what = ['run', 'pocket', '--agent', 'always-complete', '--limit', '2', '--run-id', 'mine'];
    const done = await place.command(...what, '--runs', 'my runs');
    expect(done.stderr).toMatch(/\nNext: touchstone report 'my runs\/mine'\n$/);
    expect(done.stderr).not.toContain('could not be read');
    const shown = await place.command('report', 'my runs/mine');
    expect([shown.code, shown.stdout]).toEqual([0, 'report.html: 1 run, 2 episodes\n']);
    const json = await place.command(...what, '--runs', 'other', '--json');
    expect(JSON.parse(json.stdout)).toMatchObject({ finished: 2 });
  });

  it('show an answer that could not be read, what read it, and how to see more', async () => {
    await using place = await workplace();
    const answer = `I would tap\n\u001B[31mthe clock ${'and wait '.repeat(60)}`;
    await using endpoint = await openModelEndpoint(() => answer);
    const { stderr } = await place.run(endpoint.baseUrl, 'odd', '--repeats', '2');
    expect(stderr).toContain('4 of 4 answers could not be read as given. One of them (');
    expect(stderr).toMatch(/, repeat \d, step 1; read by the dialect generic_call@sent\):\n/);
    expect(stderr).toContain(String.raw`"I would tap\n\u{1b}[31mthe clock and wait`);
    expect(stderr).toMatch(/…" \(\d+ more characters\)\n/);
    expect(stderr).not.toContain('\u001B[31m');
    expect(stderr).toContain('touchstone parse --dialect generic_call@sent < answer.txt\n');
    const prompt = await place.follow(stderr, 'touchstone prompts show');
    expect(prompt.code).toBe(0);
    expect(stderr).toMatch(/\nNext: touchstone report runs\/odd\n$/);
  });
});

describe('one task', () => {
  it('is named with --task or --tasks, never with both', async () => {
    await using place = await workplace();
    const what = ['run', 'pocket', '--agent', 'always-complete', '--json'];
    const one = await place.command(...what, '--task', 'dark-theme');
    expect(JSON.parse(one.stdout)).toMatchObject({
      planned: 1,
      identity: { benchmark: { items: ['dark-theme'] } },
    });
    const both = await place.command(...what, '--task', 'dark-theme', '--tasks', 'earbuds');
    expect([both.code, both.stderr]).toEqual([2, expect.stringContaining('say two things')]);
  });
});

/** What is in the files of a run, by name. */
async function contentOf(place: { readonly path: string }, run: string): Promise<Record<string, string>> {
  const folder = join(place.path, 'runs', run);
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const texts = files.toSorted().map(async (file) => [file, await readFile(file, 'latin1')] as const);
  return Object.fromEntries(await Promise.all(texts));
}

describe('a run of which nothing is left to do', () => {
  it('is as it was however often it is resumed, and says so', async () => {
    await using place = await workplace();
    const done = await place.command('run', 'pocket', '--agent', 'oracle', '--limit', '2', '--run-id', 'r');
    const before = await contentOf(place, 'r');
    expect(Object.keys(before).some((file) => file.endsWith('scores-0001.jsonl'))).toBe(true);
    for (const flags of [[], ['--retry-voided']]) {
      const again = await place.command('resume', 'r', ...flags);
      expect([again.code, again.stdout]).toEqual([0, done.stdout]);
      expect(again.stderr).toContain('nothing is left to do: all episodes are done');
      expect(again.stderr).toContain('2 of 2 episodes done; kept in runs/r');
      expect(again.stderr).not.toContain('going on');
      expect(await contentOf(place, 'r')).toEqual(before);
    }
  });

  it('is scored where its scores were not written to their end', async () => {
    await using place = await workplace();
    const done = await place.command('run', 'pocket', '--agent', 'oracle', '--limit', '2', '--run-id', 'r');
    const file = join(place.path, 'runs', 'r', 'scores-0001.jsonl');
    const lines = (await readFile(file, 'utf8')).trimEnd().split('\n');
    // Killed after the last score, then after the first.
    for (const kept of [lines.length - 1, 2]) {
      await writeFile(file, `${lines.slice(0, kept).join('\n')}\n`);
      await rm(join(place.path, 'runs', 'r', 'scores-0002.jsonl'), { force: true });
      const again = await place.command('resume', 'r');
      expect([again.code, again.stdout]).toEqual([0, done.stdout]);
      expect(await scoreFiles(place, 'r')).toEqual(['scores-0001.jsonl', 'scores-0002.jsonl']);
    }
  });

  it('comes to its end where it was killed before it could say so', async () => {
    await using place = await workplace();
    await place.command('run', 'pocket', '--agent', 'oracle', '--limit', '2', '--run-id', 'r');
    const file = join(place.path, 'runs', 'r', 'journal-main.jsonl');
    const lines = (await readFile(file, 'utf8')).trimEnd().split('\n');
    expect(lines.at(-1)).toContain('"run-end"');
    await writeFile(file, `${lines.slice(0, -1).join('\n')}\n`);
    const again = await place.command('resume', 'r');
    expect(again.stderr).toContain('going on with r: 2 of 2 done');
    expect(again.stderr).not.toContain('nothing is left');
    expect((await readFile(file, 'utf8')).trimEnd().split('\n').at(-1)).toContain('"status":"complete"');
  });
});

describe('a name that a run has', () => {
  it('is not given to what is played: the way on is another name', async () => {
    await using place = await workplace();
    await place.command('run', 'pocket', '--agent', 'oracle', '--limit', '1', '--run-id', 'taken');
    const served = await place.command('gym', 'serve', 'pocket', '--record', 'taken', '--port', '0');
    expect(served.code).toBe(2);
    expect(served.stderr).toContain('already holds a run');
    expect(served.stderr).toContain('give --record another name, or remove that folder');
    expect(served.stderr).not.toMatch(/resume|--run-id/);
  });
});
