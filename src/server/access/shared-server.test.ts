import { mkdir, readdir, readFile, rename, rm, rmdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { generateRun } from '../../../test/fixtures/generated-run.js';
import { auditFile, AuditLog } from '../../app/access/audit-log.js';
import { addUser, removeUser, renewUser } from '../../app/access/change-access.js';
import { writeWholeFile } from '../../files/write-whole-file.js';
import { mayDo, type AccessRight, type AccessRole } from '../../domain/access/access-role.js';
import { RequestRates } from '../../http/request-rates.js';
import type { LabelQueueView } from '../../report/view/served/label-case.js';
import { temporaryFolder } from '../../testing/run-fakes/run-fake.js';
import { openViewerServices } from '../open-viewer-services.js';
import { SHAPES } from '../shapes.js';
import { openAccessGate, type OpenAccessGateOptions } from './open-access-gate.js';
import { RIGHT } from './route-right.js';

const JSON_BODY = { 'content-type': 'application/json' };
const HASH = 'a'.repeat(64);
/** Stands in everything that the blue team has, and in no request. */
const SECRET = 'BLUE-SECRET';
const ITEM = 'blue-item-0';

const folder = await temporaryFolder({ onDisk: true });
const runs = join(folder.path, 'runs');
const file = join(folder.path, 'access.json');
const page = join(folder.path, 'page');
/** Tokens by user: `viewer`, `labeller`, `runner` of the red team, `blue` of the other, `ops`. */
const tokens = new Map<string, string>();

beforeAll(async () => {
  const shape = { tasks: 2, steps: 2, pictures: true };
  await generateRun(join(runs, 'red', 'red-run'), { run: 'red-run', ...shape });
  await generateRun(join(runs, 'blue', 'blue-run'), {
    run: 'blue-run',
    ...shape,
    hostile: SECRET,
    idOf: (number) => `blue-item-${number}`,
  });
  await symlink(join(runs, 'blue', 'blue-run'), join(runs, 'red', 'link'));
  await symlink(join(runs, 'blue'), join(runs, 'red', 'blue'));
  await writeFile(join(runs, 'stray.txt'), SECRET);
  await mkdir(page);
  await writeFile(join(page, 'index.html'), '<!doctype html><title>page</title>');
  for (const role of ['viewer', 'labeller', 'runner'] as const) {
    tokens.set(role, (await addUser(file, { name: role, role, team: 'red' })).token);
  }
  tokens.set('blue', (await addUser(file, { name: 'blue', role: 'runner', team: 'blue' })).token);
  tokens.set('ops', (await addUser(file, { name: 'ops', role: 'operator', team: null })).token);
});
afterAll(() => folder[Symbol.asyncDispose]());

interface Shared extends AsyncDisposable {
  /** What the program has said. */
  readonly notes: readonly string[];
  readonly ask: (
    path: string,
    init?: RequestInit & { readonly token?: string | undefined },
  ) => Promise<Response>;
}

async function openShared(options: Partial<OpenAccessGateOptions> = {}): Promise<Shared> {
  const notes: string[] = [];
  const gate = await openAccessGate(file, {
    folder: runs,
    host: '127.0.0.1',
    page,
    open: (own) =>
      openViewerServices(own, {
        environment: { TOUCHSTONE_HOME: join(folder.path, 'home') },
        workingDirectory: folder.path,
        program: [process.execPath, '--eval', 'process.exit(1)'],
        causes: [],
        isReadOnly: false,
        index: null,
        onAway: () => undefined,
        teams: runs,
        signal: new AbortController().signal,
      }),
    onNote: (note) => notes.push(note),
    ...options,
  });
  return {
    notes,
    ask: async (path, { token, ...init } = {}) => {
      const headers = new Headers(init.headers);
      if (token !== undefined) headers.set('authorization', `Bearer ${token}`);
      return gate.app.request(`http://localhost${path}`, { ...init, headers });
    },
    [Symbol.asyncDispose]: () => gate[Symbol.asyncDispose](),
  };
}

interface Operation {
  readonly path: string;
  readonly method: string;
  readonly operationId: string;
  readonly right: AccessRight;
  readonly statuses: readonly string[];
}

/** Every route that there is, from the document that the server itself is made from. */
async function operationsOf({ ask }: Shared): Promise<readonly Operation[]> {
  const { paths } = (await (await ask('/api/openapi.json', { token: tokens.get('runner') })).json()) as {
    readonly paths: Record<string, Record<string, Record<string, unknown>>>;
  };
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      path,
      method: method.toUpperCase(),
      operationId: String(operation['operationId']),
      right: (operation[RIGHT] ?? 'read') as AccessRight,
      statuses: Object.keys(operation['responses'] as object),
    })),
  );
}

/** A path about a run, with something in the place of every other parameter. */
function pathTo({ path, operationId }: Operation, run: string): string {
  const whole = path
    .replace('{run}', run)
    .replace('{hash}', HASH)
    .replace('{item}', ITEM)
    .replace('{repeat}', '0')
    .replace('{id}', 'n1')
    .replace('{step}', '0');
  if (!/^read(Index|Paths|Label)/.test(operationId)) return whole;
  return `${whole}?runs=${run}&task=${ITEM}`;
}

/** Requests with bodies that fit, but for the run. */
const BODIES: Readonly<Record<string, object>> = {
  noteRun: { tags: [], note: '' },
  forkRun: { item: ITEM, repeat: 0, step: 0 },
  resumeRun: {},
  giveLabel: { runs: [''], id: 'x', pass: 'blind', label: 'success', cause: null, note: '' },
};

function requestOf({ method, operationId }: Operation, run: string): RequestInit {
  if (method === 'GET') return {};
  const body = BODIES[operationId] ?? {};
  const named = operationId === 'giveLabel' ? { ...body, runs: [run] } : body;
  return { method, headers: JSON_BODY, body: JSON.stringify(named) };
}

async function lines(): Promise<Awaited<ReturnType<AuditLog['last']>>> {
  return new AuditLog(auditFile(file)).last(10_000);
}

describe('a server that several people share', () => {
  it('answers nothing without a token but the page, on loopback too', async () => {
    await using shared = await openShared();
    const operations = await operationsOf(shared);
    expect(operations.length).toBeGreaterThan(20);
    for (const { path, method } of operations) {
      const response = await shared.ask(path.replaceAll(/[{}]/g, ''), { method });
      expect([path, response.status]).toEqual([path, 401]);
    }
    for (const path of ['/api', '/api/', '/api/nothing', '/%61pi/runs', '/metrics', '/metrics/x']) {
      expect([path, (await shared.ask(path)).status]).toEqual([path, 401]);
    }
    expect((await shared.ask(`/api/runs?token=${tokens.get('runner') ?? ''}`)).status).toBe(401);
    expect(await (await shared.ask('/')).text()).toContain('<title>page');
    const foreign = { headers: { origin: 'http://evil.example' }, token: tokens.get('runner') };
    expect((await shared.ask('/api/runs', foreign)).status).toBe(403);
  });

  it('says of every route that writes which right it takes, and of all that they may be refused', async () => {
    await using shared = await openShared();
    const operations = await operationsOf(shared);
    const writing = operations.filter(({ method }) => method !== 'GET');
    // Nothing that writes is for those who may only read.
    expect(Object.fromEntries(writing.map(({ operationId, right }) => [operationId, right]))).toEqual({
      openSession: 'enter',
      closeSession: 'enter',
      giveLabel: 'label',
      noteRun: 'label',
      startRun: 'run',
      startAgain: 'run',
      resumeRun: 'run',
      stopRun: 'run',
      forkRun: 'run',
    });
    for (const { statuses } of operations) {
      expect(statuses).toEqual(expect.arrayContaining(['401', '403', '429', '503']));
    }
  });

  it.each(['viewer', 'labeller', 'runner', 'ops'])(
    'lets %s do what the role may, and says who may else',
    async (who) => {
      await using shared = await openShared();
      const role: AccessRole = who === 'ops' ? 'operator' : (who as AccessRole);
      const token = tokens.get(who);
      const before = (await lines()).length;
      const refused: string[] = [];
      for (const operation of await operationsOf(shared)) {
        const { right, operationId } = operation;
        const run = 'gone';
        const request = { ...requestOf(operation, run), token };
        const response = await shared.ask(pathTo(operation, run), request);
        const isAllowed = mayDo(role, right);
        expect([operationId, response.status === 403]).toEqual([operationId, !isAllowed]);
        if (!isAllowed) {
          refused.push(operationId);
          const { error } = SHAPES.Error.parse(await response.json());
          expect(error).toMatch(/(?:viewer|labeller|runner|operator).* may$/);
        } else await response.body?.cancel();
      }
      const said = (await lines()).slice(before).filter((line) => line.type === 'refused');
      // An operator has no routes of teams at all: each is refused in one word.
      if (who === 'ops') {
        expect(said.map((line) => line.operation)).toEqual(refused.map(() => 'routes of teams'));
        return;
      }
      expect(said.map((line) => line.operation)).toEqual(refused);
      expect(said.every((line) => line.user === who && line.role === role && line.team === 'red')).toBe(true);
    },
  );

  it('shows no team anything of another, however its runs are named', async () => {
    await using shared = await openShared();
    const operations = await operationsOf(shared);
    const blue = tokens.get('blue');
    // What is looked for below is there, for those who may see it.
    expect(await (await shared.ask('/api/index?runs=blue-run', { token: blue })).text()).toContain(SECRET);
    const absolute = encodeURIComponent(join(runs, 'blue', 'blue-run'));
    const names = ['blue-run', 'link', '%2e%2e', '..%2Fblue%2Fblue-run', '..%5Cblue%5Cblue-run', absolute];
    for (const run of [...names, 'red-run%2F..%2F..%2Fblue%2Fblue-run']) {
      for (const operation of operations) {
        const path = pathTo(operation, run);
        // Others may less, and are refused before.
        const token = tokens.get('runner');
        const response = await shared.ask(path, { ...requestOf(operation, run), token });
        const isAboutRun = /\{run\}|runs=/.test(`${operation.path}${path}`);
        if (isAboutRun) expect([path, response.status]).toEqual([path, expect.toSatisfy(isRefusal)]);
        if (operation.operationId === 'followEvents') await response.body?.cancel();
        else expect([path, await response.text()]).toEqual([path, expect.not.stringContaining(SECRET)]);
      }
    }
    const token = tokens.get('runner');
    expect(
      SHAPES.RunCards.parse(await (await shared.ask('/api/runs', { token })).json()).map(({ id }) => id),
    ).toEqual(['red-run']);
  }, 60_000);

  it('leads by no path of any letters out of the folder of a team', async () => {
    await using shared = await openShared();
    const piece = fc.constantFrom(
      '..',
      '.',
      '/',
      '\\',
      '%2F',
      '%5c',
      '%2e',
      'blue',
      'blue-run',
      'red',
      'stray.txt',
      '%00',
      ':',
      '~',
      'é',
    );
    const name = fc.array(piece, { minLength: 1, maxLength: 6 }).map((parts) => parts.join(''));
    const ways = fc.constantFrom(
      '',
      '/forks',
      '/world',
      '/episodes/a/0',
      `/files/${HASH}`,
      '/screens/n1/picture',
    );
    await fc.assert(
      fc.asyncProperty(name, ways, async (run, way) => {
        for (const path of [`/api/runs/${run}${way}`, `/api/index?runs=${run}`, `/${run}`]) {
          const response = await shared.ask(path, { token: tokens.get('runner') });
          const text = await response.text();
          expect([path, text.includes(SECRET)]).toEqual([path, false]);
          if (path.startsWith('/api/index'))
            expect([path, response.status]).toEqual([path, expect.toSatisfy(isRefusal)]);
        }
      }),
      { numRuns: 25 },
    );
  });

  it('puts whoever is removed out at once, also of what they follow', async () => {
    await using shared = await openShared();
    const { token } = await addUser(file, { name: 'gone', role: 'viewer', team: 'red' });
    const session = await shared.ask('/api/session', { method: 'POST', token });
    const [cookie = ''] = (session.headers.get('set-cookie') ?? '').split(';');
    expect((await shared.ask('/api/about', { headers: { cookie } })).status).toBe(200);
    // Who shows a token is its owner, whoever used the browser before.
    const both = await shared.ask('/api/about', { headers: { cookie }, token: tokens.get('runner') });
    expect(await both.json()).toMatchObject({ user: { name: 'runner' } });
    const head = await shared.ask('/api/events', { method: 'HEAD', token });
    expect([head.status, await head.text()]).toEqual([200, '']);
    const events = await shared.ask('/api/events', { token });
    const other = await shared.ask('/api/events', { token: tokens.get('viewer') });
    const reader = (events.body as ReadableStream<Uint8Array>).getReader();
    const others = (other.body as ReadableStream<Uint8Array>).getReader();
    await Promise.all([reader.read(), others.read()]);
    await removeUser(file, 'gone');
    // Nobody asks anything meanwhile.
    await vi.waitFor(async () => expect((await reader.read()).done).toBe(true), { timeout: 5_000 });
    expect((await shared.ask('/api/about', { token })).status).toBe(401);
    expect((await shared.ask('/api/about', { headers: { cookie } })).status).toBe(401);
    const still = others.read().then(() => 'over');
    expect(await Promise.race([still, Promise.resolve('goes on')])).toBe('goes on');
    await others.cancel();
  });

  it('knows a cookie after a restart, until the token is another', async () => {
    const { token } = await addUser(file, { name: 'fay', role: 'viewer', team: 'red' });
    let cookie: string;
    {
      await using shared = await openShared();
      const session = await shared.ask('/api/session', { method: 'POST', token });
      const set = session.headers.get('set-cookie') ?? '';
      expect(set).toMatch(
        /^touchstone-view-[0-9a-f]{12}=[\w.-]+; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Strict$/,
      );
      [cookie = ''] = set.split(';');
    }
    await using shared = await openShared();
    const about = async (): Promise<Response> => shared.ask('/api/about', { headers: { cookie } });
    expect(SHAPES.ViewerAbout.parse(await (await about()).json())).toMatchObject({
      folder: 'red',
      features: ['runs', 'live', 'hierarchies', 'graph', 'labels'],
      user: { name: 'fay', team: 'red', role: 'viewer' },
      asksToken: true,
    });
    const left = await shared.ask('/api/session', { method: 'DELETE', headers: { cookie } });
    expect([left.status, left.headers.get('set-cookie')]).toEqual([
      204,
      `${cookie.split('=')[0] ?? ''}=; Max-Age=0; Path=/`,
    ]);
    await renewUser(file, 'fay');
    expect((await about()).status).toBe(401);
    await removeUser(file, 'fay');
  });

  it('writes labels and notes in the name of the user', async () => {
    await using shared = await openShared();
    const token = tokens.get('labeller');
    const queue = async (query: string): Promise<Response> =>
      shared.ask(`/api/labels/queue?runs=red-run${query}`, { token });
    const { labeller, open } = (await (await queue('')).json()) as LabelQueueView;
    expect(labeller).toBe('labeller');
    expect((await queue('&labeller=labeller')).status).toBe(200);
    expect((await queue('&labeller=runner')).status).toBe(400);
    const said = { runs: ['red-run'], id: open[0], pass: 'blind', label: 'success', cause: null, note: '' };
    const give = async (body: object): Promise<Response> =>
      shared.ask('/api/labels', { method: 'POST', headers: JSON_BODY, body: JSON.stringify(body), token });
    expect((await give({ ...said, labeller: 'runner' })).status).toBe(400);
    const given = await give(said);
    expect([given.status, await given.json()]).toEqual([
      201,
      expect.objectContaining({ labeller: 'labeller' }),
    ]);
    const note = async (body: object): Promise<Response> =>
      shared.ask('/api/runs/red-run/notes', {
        method: 'PUT',
        headers: JSON_BODY,
        body: JSON.stringify(body),
        token,
      });
    expect((await note({ tags: [], note: 'x', author: 'runner' })).status).toBe(400);
    expect(await (await note({ tags: [], note: 'x' })).json()).toMatchObject({ author: 'labeller' });
    const written = await lines();
    const change = written.findLast((line) => line.type === 'change');
    expect(change).toMatchObject({ user: 'labeller', team: 'red', operation: 'noteRun', run: 'red-run' });
    expect(written.at(-1)).toMatchObject({ type: 'outcome', id: change?.id, status: 200 });
  });

  it('changes nothing that cannot be written down, and lets nobody in whose file cannot be read', async () => {
    await using shared = await openShared();
    const warned = vi.spyOn(process, 'emitWarning').mockImplementation(() => undefined);
    const { notes } = shared;
    try {
      const token = tokens.get('runner');
      const audit = await readFile(auditFile(file));
      await rm(auditFile(file));
      await mkdir(auditFile(file));
      const body = JSON.stringify({ tags: ['not'], note: 'to be written' });
      const note = await shared.ask('/api/runs/red-run/notes', {
        method: 'PUT',
        headers: JSON_BODY,
        body,
        token,
      });
      expect([note.status, await note.json()]).toEqual([503, expect.objectContaining({ code: 'AUDIT_LOG' })]);
      expect(await readFile(join(runs, 'red', 'red-run', 'notes.jsonl'), 'utf8')).not.toContain(
        'to be written',
      );
      expect((await shared.ask('/api/runs', { token })).status).toBe(200);
      expect(notes).toEqual([
        expect.stringContaining(`${auditFile(file)}: the audit log cannot be written, so nothing is changed`),
      ]);
      await rmdir(auditFile(file));
      await writeFile(auditFile(file), audit);
      const operations = await operationsOf(shared);
      const users = await readFile(file, 'utf8');
      // In one motion: of a file that is seen emptied first each of the two contents would be told.
      await writeWholeFile(file, users.replace('"role": "runner"', '"role": "king"'));
      for (const { path, method } of operations) {
        const response = await shared.ask(path.replaceAll(/[{}]/g, ''), { method, token });
        expect([path, response.status]).toEqual([path, 503]);
        SHAPES.Error.parse(await response.json());
      }
      expect(await (await shared.ask('/health/ready')).text()).toBe('unready');
      // File and place, what holds meanwhile; once, however many ask.
      expect(notes.slice(1)).toEqual([
        expect.stringMatching(
          /access\.json:\d+:\d+ at users\[\d\]\.role: .*until it is repaired nobody is let in/,
        ),
      ]);
      await writeWholeFile(file, users);
      expect((await shared.ask('/api/runs', { token })).status).toBe(200);
      expect(notes.slice(2)).toEqual([`${file} can be read again, and its users are let in`]);
      expect(await (await shared.ask('/health/ready')).text()).toBe('ready');
      // Nothing of it is left to Node's own warnings.
      expect(warned).not.toHaveBeenCalled();
    } finally {
      warned.mockRestore();
    }
  });

  it('answers each as often as they may ask, and looks at no token after ten that were wrong', async () => {
    const rates = new RequestRates({ burst: 14, perSecond: 0.1, now: () => 0 });
    await using shared = await openShared({ rates });
    const ask = async (token: string | undefined): Promise<Response> => shared.ask('/api/about', { token });
    for (let count = 0; count < 14; count += 1) expect((await ask(tokens.get('runner'))).status).toBe(200);
    const often = await ask(tokens.get('runner'));
    expect([often.status, often.headers.get('retry-after')]).toEqual([429, '10']);
    expect((await ask(tokens.get('viewer'))).status).toBe(200);
    const session = await shared.ask('/api/session', { method: 'POST', token: tokens.get('viewer') });
    const [cookie = ''] = (session.headers.get('set-cookie') ?? '').split(';');
    for (let count = 0; count < 10; count += 1) expect((await ask('wrong')).status).toBe(401);
    expect((await ask(tokens.get('viewer'))).status).toBe(429);
    expect((await shared.ask('/api/about', { headers: { cookie } })).status).toBe(200);
    // Whoever nobody knows asks no more often than others either; health is no such question.
    for (let count = 0; count < 4; count += 1) expect((await shared.ask('/')).status).toBe(200);
    expect((await shared.ask('/')).status).toBe(429);
    expect((await shared.ask('/health/live')).status).toBe(200);
    const wrong = (await lines()).slice(-10).map(({ type }) => type);
    expect(new Set(wrong)).toEqual(new Set(['wrong-token']));
  });

  it('says how it stands to everybody, and gives numbers to an operator alone, of all teams', async () => {
    await using shared = await openShared();
    expect(await (await shared.ask('/health/ready')).text()).toBe('ready');
    const metrics = (who: string) => shared.ask('/metrics', { token: tokens.get(who) });
    for (const who of ['viewer', 'runner']) {
      const refused = await metrics(who);
      expect(refused.status).toBe(403);
      expect(await refused.json()).toMatchObject({ error: `the role ${who} may not do this; operator may` });
      expect((await lines()).at(-1)).toMatchObject({ type: 'refused', user: who, operation: 'readMetrics' });
    }
    for (const who of ['runner', 'blue']) await shared.ask('/api/runs', { token: tokens.get(who) });
    await vi.waitFor(async () =>
      expect(await (await metrics('ops')).text()).toMatch(/^touchstone_runs\{state="complete"\} 2$/m),
    );
    const text = await (await metrics('ops')).text();
    expect(text).toContain('operation="GET /api/runs",status="200"');
    expect(text).not.toMatch(/red-run|blue/);
  });

  it('stays ready where a team lacks its folder, says which to the console and to operators alone', async () => {
    await using shared = await openShared();
    const { ask, notes } = shared;
    for (const who of ['runner', 'blue']) await ask('/api/runs', { token: tokens.get(who) });
    const away = join(folder.path, 'away');
    const ready = async (who?: string): Promise<readonly [number, string]> => {
      const response = await ask('/health/ready', { token: who === undefined ? who : tokens.get(who) });
      return [response.status, await response.text()];
    };
    expect(await ready()).toEqual([200, 'ready']);
    await rename(join(runs, 'blue'), away);
    try {
      for (const who of [undefined, 'runner', 'blue']) expect(await ready(who)).toEqual([200, 'degraded']);
      expect(await ready('ops')).toEqual([200, 'degraded\nblue: its folder cannot be read']);
      expect(notes).toEqual(['team blue: its folder cannot be read; the other teams go on']);
      const metrics = await (await ask('/metrics', { token: tokens.get('ops') })).text();
      expect(metrics).toMatch(/^touchstone_teams\{state="degraded"\} 1$/m);
      expect((await ask('/api/runs', { token: tokens.get('runner') })).status).toBe(200);
      // With all of them gone nobody is served.
      await rename(join(runs, 'red'), join(folder.path, 'red-away'));
      try {
        expect(await ready('ops')).toEqual([503, 'unready']);
      } finally {
        await rename(join(folder.path, 'red-away'), join(runs, 'red'));
      }
    } finally {
      await rename(away, join(runs, 'blue'));
    }
    // An index whose folder went is opened again in the background.
    await vi.waitFor(async () => expect(await ready('ops')).toEqual([200, 'ready']), { timeout: 10_000 });
    expect(notes.slice(-2).toSorted()).toEqual([
      'team blue: all is there again',
      'team red: all is there again',
    ]);
    // A wrong token is told no more than none.
    await rename(join(runs, 'blue'), away);
    try {
      const wrong = await ask('/health/ready', { token: `${tokens.get('ops') ?? ''}x` });
      expect([wrong.status, await wrong.text()]).toEqual([200, 'degraded']);
    } finally {
      await rename(away, join(runs, 'blue'));
    }
  });

  it('refuses what a request of a team names of another, and what its folder leads to', async () => {
    await using shared = await openShared();
    const token = tokens.get('runner');
    const start = async (body: object): Promise<number> =>
      (
        await shared.ask('/api/runs', {
          method: 'POST',
          headers: JSON_BODY,
          body: JSON.stringify(body),
          token,
        })
      ).status;
    const place = join(runs, 'blue', 'blue-run');
    expect(await start({ benchmark: place })).toBe(403);
    expect(await start({ benchmark: 'pocket', settings: { agent: 'replay', trajectories: place } })).toBe(
      403,
    );
    expect(await start({ benchmark: 'pocket', settings: { record: 'runs/blue/x' } })).toBe(403);
    // Of a file that another team has not yet.
    const later = { agent: 'replay', trajectories: 'runs/blue/later.jsonl' };
    expect(await start({ benchmark: 'pocket', settings: later })).toBe(403);
    const set = { agent: 'replay', trajectories: place };
    const fork = { item: 'task-0000', repeat: 0, step: 0, set };
    const body = JSON.stringify(fork);
    const forked = await shared.ask('/api/runs/red-run/fork', {
      method: 'POST',
      headers: JSON_BODY,
      body,
      token,
    });
    expect(forked.status).toBe(403);
    const { token: stray } = await addUser(file, { name: 'stray', role: 'viewer', team: 'linked' });
    await symlink(join(runs, 'blue'), join(runs, 'linked'));
    const linked = await shared.ask('/api/runs', { token: stray });
    expect([linked.status, (await linked.text()).includes('blue')]).toEqual([422, false]);
    await removeUser(file, 'stray');
  });

  it('keeps no token anywhere', async () => {
    await using shared = await openShared();
    for (const token of tokens.values()) {
      await shared.ask(`/api/runs/${token}/stop`, {
        method: 'POST',
        headers: JSON_BODY,
        body: '{}',
        token: `${token}x`,
      });
      await shared.ask('/api/runs', { token });
    }
    const names = await readdir(folder.path, { recursive: true, withFileTypes: true });
    const files = names.filter((one) => one.isFile());
    expect(files.length).toBeGreaterThan(10);
    for (const one of files) {
      const text = await readFile(join(one.parentPath, one.name), 'latin1');
      for (const [who, token] of tokens)
        expect([one.name, who, text.includes(token)]).toEqual([one.name, who, false]);
    }
  });
});

function isRefusal(status: number): boolean {
  return status >= 400 && status < 500;
}
