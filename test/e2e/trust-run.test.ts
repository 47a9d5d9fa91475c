import { existsSync } from 'node:fs';
import { cp, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { quoteWord } from '../../src/domain/text/quote-word.js';
import { commandContext } from '../../src/testing/command-context.js';
import { temporaryFolder } from '../../src/testing/run-fakes/run-fake.js';
import { buildProgram } from '../../src/cli/program.js';

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let work = '';
let marker = '';

beforeEach(async () => {
  folder = await temporaryFolder({ onDisk: true });
  work = join(folder.path, 'work');
  marker = join(folder.path, 'it-ran');
  await mkdir(work);
  await mkdir(join(folder.path, 'theirs'));
});

afterEach(async () => {
  await folder[Symbol.asyncDispose]();
});

/** A command line as this user gives it, or as somebody else did on a machine of theirs. */
async function touchstone(
  args: readonly string[],
  { home = 'home', environment = {} }: { home?: string; environment?: Record<string, string> } = {},
): Promise<{ readonly told: string; readonly exitCode: number }> {
  const { context, told, exitCode } = commandContext({
    workingDirectory: work,
    environment: {
      PATH: process.env['PATH'],
      TOUCHSTONE_HOME: join(folder.path, home),
      ...environment,
    },
  });
  const program = await buildProgram(context, args);
  await program.parseAsync(['node', 'touchstone', ...args]);
  return { told: told(), exitCode: exitCode() };
}

/** An agent as a program, which leaves a mark that it ran, and gives up. */
function agentCommand(): string {
  const script = `require('node:fs').appendFileSync(${JSON.stringify(marker)}, 'ran ');
    require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
      const { type } = JSON.parse(line);
      if (type === 'open') console.log('{"type":"ready"}');
      if (type === 'observe') console.log('{"type":"decide","action":{"type":"stop","status":"failure"}}');
    });`;
  return [process.execPath, '-e', script].map(quoteWord).join(' ');
}

/** What a run begins with that stops as soon as it has begun. */
const SHORT = ['--limit', '2', '--concurrency', '1', '--run-seconds', '0.001', '--run-id', 'made'];
const LONG = ['--run-seconds', '100'];

const processRun = () =>
  ['run', 'pocket', '--agent', 'process', '--agent-option', `command=${agentCommand()}`, ...SHORT] as const;

/** An endpoint that refuses every key, which ends a run at once; `asked` holds those that it was sent. */
async function refusingEndpoint() {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(String(request.headers.authorization));
    response.writeHead(401).end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // A port of TCP: the address is no text.
  const { port } = server.address() as AddressInfo;
  return {
    asked,
    baseUrl: `http://127.0.0.1:${port}/v1`,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

async function isDone(run = 'made'): Promise<boolean> {
  const journal = await readFile(join(work, 'runs', run, 'journal-main.jsonl'), 'utf8');
  return journal.includes('"status":"complete"');
}

async function changeSettings(change: Record<string, unknown>, part: 'settings' | null = 'settings') {
  const file = join(work, 'runs/made/settings.json');
  const read = JSON.parse(await readFile(file, 'utf8')) as { settings: Record<string, unknown> };
  const changed =
    part === null ? { ...read, ...change } : { ...read, settings: { ...read.settings, ...change } };
  await writeFile(file, JSON.stringify(changed));
}

describe('a run that this user began here', () => {
  it('continues without settings, wherever its folder lies', async () => {
    const { told } = await touchstone(processRun());
    expect(told).toMatch(/Go on with: touchstone resume runs\/made --run-seconds MORE\n/);
    await rename(join(work, 'runs/made'), join(work, 'runs/moved'));
    await touchstone(['resume', 'runs/moved', ...LONG]);
    expect(await isDone('moved')).toBe(true);
  });

  it('is another once its settings are changed', async () => {
    await touchstone(processRun());
    await rm(marker, { force: true });
    await changeSettings({ passEnv: ['HOME'] });
    await expect(touchstone(['resume', 'made', ...LONG])).rejects.toMatchObject({ code: 'UNTRUSTED' });
    await changeSettings({ passEnv: [] });
    await changeSettings({ workingDirectory: join(folder.path, 'theirs') }, null);
    await expect(touchstone(['resume', 'made', ...LONG])).rejects.toMatchObject({ code: 'UNTRUSTED' });
    expect(existsSync(marker)).toBe(false);
  });

  it('says how to continue where the folder of this user cannot be made', async () => {
    await writeFile(join(folder.path, 'file'), '');
    const { told } = await touchstone(processRun(), { home: 'file/home' });
    expect(told).toContain('note: ENOTDIR');
    expect(told).toContain('Go on with: touchstone resume runs/made --trust-settings --run-seconds MORE');
  });

  it('says how to continue where the key of this user is broken', async () => {
    await mkdir(join(folder.path, 'broken'));
    await writeFile(join(folder.path, 'broken/run-key'), '');
    const { told } = await touchstone(processRun(), { home: 'broken' });
    expect(told).toMatch(/note: \S*run-key holds no key; .*so this run will not be known as yours/);
    expect(told).toContain('Go on with: touchstone resume runs/made --trust-settings --run-seconds MORE');
    await expect(touchstone(['resume', 'runs/made', ...LONG], { home: 'broken' })).rejects.toMatchObject({
      code: 'UNTRUSTED',
    });
    await touchstone(['resume', 'runs/made', '--trust-settings', ...LONG], { home: 'broken' });
    expect(await isDone()).toBe(true);
  });
});

describe('a run from elsewhere', () => {
  it('starts no command that it names, unless the user says so', async () => {
    await touchstone(processRun(), { home: 'theirs' });
    await rm(marker, { force: true });
    await expect(touchstone(['resume', 'made', ...LONG])).rejects.toMatchObject({
      code: 'UNTRUSTED',
      message: expect.stringMatching(
        /settings\.json: .* names a command \(agentOptions\), so it goes on only with `--trust-settings`/,
      ),
    });
    expect(existsSync(marker)).toBe(false);
    const { told } = await touchstone(['resume', 'made', '--trust-settings', '--run-seconds', '0.001']);
    expect(told).toContain('Go on with: touchstone resume runs/made --trust-settings --run-seconds MORE');
    await touchstone(['resume', 'made', '--trust-settings', ...LONG]);
    expect(await isDone()).toBe(true);
  });

  it('continues with the command that the user gives again, where the user is', async () => {
    const script = join(folder.path, 'theirs/agent.cjs');
    await writeFile(script, `require('node:fs').writeFileSync(${JSON.stringify(marker)}, 'theirs');`);
    await writeFile(join(work, 'agent.cjs'), '');
    await touchstone(['phone', 'run', 'pocket', ...SHORT, '--', 'node', 'agent.cjs'], { home: 'theirs' });
    await rm(marker, { force: true });
    await changeSettings({ workingDirectory: join(folder.path, 'theirs') }, null);
    await writeFile(
      join(work, 'agent.cjs'),
      `require('node:fs').writeFileSync(${JSON.stringify(marker)}, 'mine');`,
    );
    const command = 'command=node agent.cjs';
    await touchstone(['resume', 'made', '--agent-option', command, ...LONG]);
    expect(await isDone()).toBe(true);
    expect(await readFile(marker, 'utf8')).toBe('mine');
  });

  it('imports no module that it names, and none that is not its own even when it is trusted', async () => {
    await using server = await refusingEndpoint();
    const model = ['--agent', 'direct', '--model', 'm', '--base-url', server.baseUrl];
    await touchstone(['run', 'pocket', ...model, '--no-preflight', ...SHORT], { home: 'theirs' });
    const module = join(folder.path, 'theirs/evil.mjs');
    await writeFile(module, `import { writeFileSync } from 'node:fs'; writeFileSync('${marker}', 'ran');`);
    await changeSettings({ dialect: module });
    const given = ['--base-url', server.baseUrl, ...LONG];
    await expect(touchstone(['resume', 'made', ...given])).rejects.toMatchObject({
      code: 'UNTRUSTED',
      message: expect.stringContaining('names a module (dialect), so'),
    });
    await expect(touchstone(['resume', 'made', '--trust-settings', ...given])).rejects.toMatchObject({
      code: 'RUN_DIFFERS',
    });
    expect(existsSync(marker)).toBe(false);
  });

  it('does not load a module for an agent that has no use for it', async () => {
    await touchstone(['run', 'pocket', '--agent', 'random', ...SHORT], { home: 'theirs' });
    const module = join(folder.path, 'theirs/evil.mjs');
    await writeFile(module, `import { writeFileSync } from 'node:fs'; writeFileSync('${marker}', 'ran');`);
    await changeSettings({ dialect: module });
    await touchstone(['resume', 'made', '--trust-settings', ...LONG]);
    expect(await isDone()).toBe(true);
    expect(existsSync(marker)).toBe(false);
  });

  it('sends no key to an endpoint that it names', async () => {
    await using server = await refusingEndpoint();
    const endpoint = ['--base-url', server.baseUrl, '--no-preflight'];
    await touchstone(['run', 'pocket', '--agent', 'direct', '--model', 'm', ...endpoint, ...SHORT], {
      home: 'theirs',
    });
    server.asked.splice(0);
    await changeSettings({ apiKeyVariable: 'AWS_SECRET_ACCESS_KEY' });
    const mine = {
      environment: { AWS_SECRET_ACCESS_KEY: 'secret-0123456789', TOUCHSTONE_API_KEY: 'sk-0123456789' },
    };
    await expect(touchstone(['resume', 'made', ...LONG], mine)).rejects.toMatchObject({
      code: 'UNTRUSTED',
      message: expect.stringContaining(
        'an endpoint (baseUrl) and the environment variable of a key (apiKeyVariable)',
      ),
    });
    // The user's own endpoint does not make the folder's variable the user's.
    await expect(touchstone(['resume', 'made', ...endpoint, ...LONG], mine)).rejects.toMatchObject({
      code: 'UNTRUSTED',
    });
    expect(server.asked).toEqual([]);
    const key = ['--api-key-variable', 'TOUCHSTONE_API_KEY'];
    await touchstone(['resume', 'made', ...endpoint, ...key, ...LONG], mine);
    expect(server.asked[0]).toBe('Bearer sk-0123456789');
  });

  it('continues as ever where it names nothing of the kind', async () => {
    await touchstone(['run', 'pocket', '--agent', 'random', ...SHORT], { home: 'theirs' });
    await touchstone(['resume', 'made', ...LONG]);
    expect(await isDone()).toBe(true);
  });

  it('is shown without anything of it being started', async () => {
    await touchstone(processRun(), { home: 'theirs' });
    await touchstone(['resume', 'made', ...LONG], { home: 'theirs' });
    await rm(marker, { force: true });
    const module = join(folder.path, 'theirs/evil.mjs');
    await writeFile(module, `import { writeFileSync } from 'node:fs'; writeFileSync('${marker}', 'ran');`);
    await changeSettings({ dialect: module, roleDialects: { actor: module } });
    await cp(join(work, 'runs/made'), join(work, 'runs/copy'), { recursive: true });
    await touchstone(['score', 'made', '--json']);
    await touchstone(['report', 'made', '--out', 'report.html', '--pictures', 'none']);
    await touchstone(['stats', 'made']).catch(() => undefined);
    await touchstone(['list', 'runs']);
    await touchstone(['export', 'parquet', 'runs/made', '--out', 'parquet']);
    await touchstone(['compare', 'made', 'copy']).catch(() => undefined);
    expect(existsSync(marker)).toBe(false);
  });
});
