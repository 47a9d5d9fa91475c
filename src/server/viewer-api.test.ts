import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { generateRun } from '../../test/fixtures/generated-run.js';
import { fakeCard, fakeResults, type FakeResults } from '../../test/fixtures/fake-results.js';
import { NotRunningError } from '../app/view/control/not-running-error.js';
import { LabelTurnError } from '../app/view/labels/label-turn-error.js';
import { NotThereError } from '../app/view/not-there-error.js';
import type { RunControl } from '../app/view/control/run-control.js';
import type { EpisodeLabel } from '../domain/scores/episode-label.js';
import type { ReportStep } from '../report/view/report-episode.js';
import { UntrustedError } from '../app/trust/untrusted-error.js';
import { ScaledPictures } from '../app/view/scaled-pictures.js';
import { WrongTokens } from '../http/wrong-tokens.js';
import { temporaryFolder } from '../testing/run-fakes/run-fake.js';
import { servedHosts } from '../http/served-hosts.js';
import { SHAPES, type ShapeName } from './shapes.js';
import { viewerApi } from './viewer-api.js';
import { viewerHealth } from './viewer-health.js';
import type { ViewerServices } from './viewer-services.js';

const TOKEN = 'a-token-of-some-length';
const HASH = 'a'.repeat(64);
const HOSTILE = 'b'.repeat(64);
const WEB = { authorization: `Bearer ${TOKEN}` };
const JSON_BODY = { 'content-type': 'application/json' };
/** Everything that a browser would take for more than text. */
const EVIL = '</script><img src=x onerror=alert(1)>"\'\u2028${1}';

const folder = await temporaryFolder({ onDisk: true });
const page = join(folder.path, 'web');
const picture = await sharp({ create: { width: 900, height: 1800, channels: 3, background: '#336699' } })
  .png()
  .toBuffer();
let results: FakeResults;

/** Nothing is started; a run by the name of an error ends in it. */
const CONTROL: RunControl = {
  start: async ({ benchmark, runId = benchmark }) => {
    if (benchmark === 'untrusted') throw new UntrustedError('only the user may name it');
    return { run: runId };
  },
  resume: async (run) => ({ run: known(run) }),
  stop: async (run) => ({ run: known(run) }),
  startAgain: async (run) => ({ run: `${known(run)}-again` }),
  fork: async (run, { item }) => {
    if (item === 'untrusted') throw new UntrustedError('only the user may name it');
    return { run: `${known(run)}-fork` };
  },
};

function known(run: string): string {
  if (run === 'ended') throw new NotRunningError('it has ended');
  if (run !== 'run-1') throw new NotThereError('it is not there');
  return run;
}

beforeAll(async () => {
  await mkdir(join(folder.path, 'run-1'));
  await generateRun(join(folder.path, 'filmed'), { run: 'filmed', tasks: 1, steps: 2 });
  await mkdir(join(page, 'assets'), { recursive: true });
  await writeFile(join(page, 'index.html'), '<!doctype html><title>page</title>');
  await writeFile(join(page, 'assets', 'main-0a1b2c3d.js'), 'void 0;');
  await writeFile(join(folder.path, 'secret.txt'), 'secret');
  const fake = fakeResults(folder.path, [fakeCard('run-1'), fakeCard('evil', EVIL)], {
    [`picture ${HASH}`]: { mediaType: 'text/html', bytes: picture },
    [`picture ${HOSTILE}`]: { mediaType: 'image/png', bytes: Buffer.from('<script>alert(1)</script>') },
    [`hierarchy ${HASH}`]: { mediaType: 'text/html', bytes: Buffer.from('<hierarchy><script/></hierarchy>') },
    'picture n1': { mediaType: 'image/png', bytes: picture },
    'hierarchy n1': { mediaType: 'application/xml', bytes: Buffer.from('<hierarchy/>') },
  });
  results = {
    ...fake,
    get listeners() {
      return fake.listeners;
    },
    episode: async (run, item, repeat) => {
      const view = await fake.episode(run, item, repeat);
      return { ...view, episode: { ...view.episode, steps: STEPS[item] ?? [] } };
    },
  };
});
afterAll(() => folder[Symbol.asyncDispose]());

const SHOWN = { screen: 'n1', size: [900, 1800], marks: [], calls: [] };
/** The steps of episodes by these names; others have none. */
const STEPS: Readonly<Record<string, readonly ReportStep[]>> = {
  filmed: [
    { ...SHOWN, picture: `api/runs/run-1/files/${HASH}`, noPicture: null },
    { ...SHOWN, picture: 'api/runs/run-1/screens/n1/picture', noPicture: null },
    { ...SHOWN, picture: null, noPicture: 'missing' },
  ] as unknown as ReportStep[],
  private: [{ ...SHOWN, picture: null, noPicture: 'withheld' }] as unknown as ReportStep[],
};

const LABEL: EpisodeLabel = {
  item: 'a',
  repeat: 0,
  pass: 'blind',
  label: 'failure',
  cause: null,
  labeller: EVIL,
  note: EVIL,
  at: '2026-03-01T12:00:00.000Z',
};

/** Labels that nobody gave; a case by the name of `gone` is not there. */
function fakeDesk(folder: FakeResults): ViewerServices['labels'] {
  const find = async (runs: readonly string[], id: string): Promise<void> => {
    await folder.index(runs);
    if (id === 'gone') throw new NotThereError('there is no such case');
    if (id === 'early') throw new LabelTurnError('it is not their turn');
  };
  return {
    queue: async ({ runs }, asked) => {
      await folder.index(runs);
      return { ...asked, open: ['c1'], done: [], causes: [] };
    },
    case: async (runs, id) => {
      await find(runs, id);
      const view = await folder.episode('run-1', 'a', 0);
      return { id, instruction: EVIL, apps: [], view, of: null, own: LABEL, others: [] };
    },
    pictureOf: async (runs, id) => {
      await find(runs, id);
      return { run: 'run-1', screen: { id: 'n1' } };
    },
    summary: async (runs) => {
      await folder.index(runs);
      return {
        labellers: [],
        pairs: [],
        group: { n: 0, value: null, interval: null },
        disagreed: [],
        causes: [],
      };
    },
    give: async ({ runs, id }) => {
      await find(runs, id);
      return LABEL;
    },
  };
}

function servicesOf(folder: FakeResults, control: RunControl | null): ViewerServices {
  return {
    results: folder,
    pictures: new ScaledPictures(),
    labels: fakeDesk(folder),
    live: { list: async () => [] },
    control,
  };
}

interface ApiOptions {
  readonly token?: string | null;
  readonly host?: string;
  readonly isReadOnly?: boolean;
  readonly wrong?: WrongTokens;
}

function api({ token = TOKEN, host = '0.0.0.0', isReadOnly = false, wrong }: ApiOptions = {}) {
  return viewerApi(servicesOf(results, isReadOnly ? null : CONTROL), {
    token,
    page,
    hosts: servedHosts(host),
    ...(wrong === undefined ? {} : { wrong }),
  });
}

interface Operation {
  readonly path: string;
  readonly method: string;
  readonly operationId: string;
  readonly requestBody?: unknown;
  readonly parameters?: readonly { readonly name: string; readonly in: string }[];
  readonly responses: Readonly<
    Record<string, { description: string; content?: Record<string, { schema: { $ref?: string } }> }>
  >;
}

interface ApiDocument {
  readonly openapi: string;
  readonly info: { readonly title: string; readonly version: string };
  readonly paths: Readonly<Record<string, Readonly<Record<string, Omit<Operation, 'path' | 'method'>>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, object>> };
}

async function documentOf(app: ReturnType<typeof api>): Promise<ApiDocument> {
  const response = await app.request('http://localhost/api/openapi.json', { headers: WEB });
  return (await response.json()) as ApiDocument;
}

function operationsOf({ paths }: ApiDocument): readonly Operation[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ ...operation, path, method })),
  );
}

/** A path with something in the place of each parameter. */
function anyPath(path: string): string {
  return path
    .replace('{run}', 'run-1')
    .replace('{hash}', HASH)
    .replace('{item}', 'a')
    .replace('{repeat}', '0')
    .replace('{id}', 'n1')
    .replace('{step}', '0');
}

type Call = readonly [
  path: string,
  init?: { method?: string; headers?: Record<string, string>; body?: string },
];

function givenLabel(id: string): string {
  const { item: _, repeat: __, at: ___, ...said } = LABEL;
  return JSON.stringify({ ...said, runs: ['run-1'], id, labeller: 'Ana' });
}

function givenFork(step: number): string {
  return JSON.stringify({ item: 'a', repeat: 0, step, set: { model: EVIL }, times: 2 });
}

/** One request for each status that routes answer, beside those that all of them do. */
const CALLS: Readonly<Record<string, Readonly<Record<number, Call>>>> = {
  openSession: { 204: ['/api/session', { method: 'POST' }] },
  closeSession: { 204: ['/api/session', { method: 'DELETE' }] },
  about: { 200: ['/api/about'] },
  readDocument: { 200: ['/api/openapi.json'] },
  listRuns: { 200: ['/api/runs'] },
  readCoverage: { 200: ['/api/coverage'] },
  readIndex: {
    200: ['/api/index?runs=run-1&runs=evil'],
    400: ['/api/index'],
    404: ['/api/index?runs=nothing'],
  },
  readEpisode: {
    200: [`/api/runs/run-1/episodes/${encodeURIComponent('a/b %2F <i>')}/0`],
    400: ['/api/runs/run-1/episodes/a/x'],
    404: ['/api/runs/run-1/episodes/gone/0'],
  },
  readPrompt: {
    200: [`/api/runs/evil/episodes/a/0/requests/${HASH}`],
    400: ['/api/runs/run-1/episodes/a/0/requests/xyz'],
    404: [`/api/runs/run-1/episodes/gone/0/requests/${HASH}`],
  },
  readFile: {
    200: [`/api/runs/run-1/files/${HASH}?width=100`],
    400: ['/api/runs/run-1/files/xyz'],
    404: [`/api/runs/run-1/files/${HOSTILE}`],
  },
  readScreenPicture: {
    200: ['/api/runs/run-1/screens/n1/picture?width=480'],
    400: ['/api/runs/run-1/screens/n1/picture?width=-1'],
    404: ['/api/runs/run-1/screens/n2/picture'],
  },
  readScreenHierarchy: {
    200: ['/api/runs/run-1/screens/n1/hierarchy'],
    400: ['/api/runs/..%2F..%2Fetc/screens/n1/hierarchy'],
    404: ['/api/runs/run-1/screens/n2/hierarchy'],
  },
  readWorld: {
    200: ['/api/runs/run-1/world'],
    400: ['/api/runs/..%2F..%2Fetc/world'],
    404: ['/api/runs/run-2/world'],
  },
  readWorldFindings: {
    200: ['/api/runs/run-1/world/findings'],
    400: ['/api/runs/..%2F..%2Fetc/world/findings'],
    404: ['/api/runs/run-2/world/findings'],
  },
  readRoute: {
    200: ['/api/runs/run-1/world/route?task=a'],
    400: ['/api/runs/run-1/world/route'],
    404: ['/api/runs/run-1/world/route?task=gone'],
  },
  readPaths: {
    200: ['/api/paths?runs=run-1&task=a'],
    400: ['/api/paths?task=a'],
    404: ['/api/paths?runs=run-2&task=a'],
  },
  listLivePhones: { 200: ['/api/live'] },
  readAnimation: {
    200: ['/api/runs/run-1/episodes/filmed/0/animation?format=gif'],
    400: ['/api/runs/run-1/episodes/private/0/animation'],
    404: ['/api/runs/run-1/episodes/gone/0/animation'],
  },
  readEpisodePage: {
    200: ['/api/runs/filmed/episodes/task-0001/0/page'],
    400: ['/api/runs/filmed/episodes/nothing/0/page'],
    404: ['/api/runs/run-2/episodes/a/0/page'],
  },
  readLabelQueue: {
    200: ['/api/labels/queue?runs=run-1&labeller=Ana&pass=informed&sample=3'],
    400: ['/api/labels/queue?runs=run-1'],
    404: ['/api/labels/queue?runs=run-2&labeller=Ana'],
  },
  readLabelCase: {
    200: ['/api/labels/cases/c1?runs=run-1&labeller=Ana'],
    400: ['/api/labels/cases/c1?runs=run-1&labeller=Ana&pass=both'],
    404: ['/api/labels/cases/gone?runs=run-1&labeller=Ana'],
    409: ['/api/labels/cases/early?runs=run-1&labeller=Ana&pass=informed'],
  },
  readLabelPicture: {
    200: ['/api/labels/cases/c1/pictures/0?runs=run-1'],
    400: ['/api/labels/cases/c1/pictures/x?runs=run-1'],
    404: ['/api/labels/cases/gone/pictures/0?runs=run-1'],
  },
  readLabelSummary: {
    200: ['/api/labels/summary?runs=run-1'],
    400: ['/api/labels/summary'],
    404: ['/api/labels/summary?runs=run-2'],
  },
  giveLabel: {
    201: ['/api/labels', { method: 'POST', body: givenLabel('c1') }],
    400: ['/api/labels', { method: 'POST', body: '{}' }],
    404: ['/api/labels', { method: 'POST', body: givenLabel('gone') }],
    409: ['/api/labels', { method: 'POST', body: givenLabel('early') }],
  },
  followEvents: { 200: ['/api/events'] },
  noteRun: {
    200: ['/api/runs/run-1/notes', { method: 'PUT', body: JSON.stringify({ tags: ['a'], note: EVIL }) }],
    400: ['/api/runs/run-1/notes', { method: 'PUT', body: '{"tags":7}' }],
    404: ['/api/runs/run-2/notes', { method: 'PUT', body: '{"tags":[],"note":""}' }],
  },
  startRun: {
    201: ['/api/runs', { method: 'POST', body: JSON.stringify({ benchmark: 'pocket', runId: 'new' }) }],
    400: ['/api/runs', { method: 'POST', body: JSON.stringify({ benchmark: 'pocket', settings: 7 }) }],
  },
  startAgain: {
    201: ['/api/runs/run-1/again', { method: 'POST' }],
    400: ['/api/runs/..%2Fx/again', { method: 'POST' }],
    404: ['/api/runs/run-2/again', { method: 'POST' }],
  },
  listForks: {
    200: ['/api/runs/filmed/forks'],
    400: ['/api/runs/..%2Fx/forks'],
    404: ['/api/runs/run-2/forks'],
  },
  forkRun: {
    201: ['/api/runs/run-1/fork', { method: 'POST', body: givenFork(3) }],
    400: ['/api/runs/run-1/fork', { method: 'POST', body: givenFork(-1) }],
    404: ['/api/runs/run-2/fork', { method: 'POST', body: givenFork(3) }],
  },
  resumeRun: {
    202: ['/api/runs/run-1/resume', { method: 'POST', body: '{}' }],
    400: ['/api/runs/run-1/resume', { method: 'POST', body: '{"force":true}' }],
    404: ['/api/runs/run-2/resume', { method: 'POST', body: '{}' }],
  },
  stopRun: {
    202: ['/api/runs/run-1/stop', { method: 'POST' }],
    400: ['/api/runs/..%2Fx/stop', { method: 'POST' }],
    404: ['/api/runs/run-2/stop', { method: 'POST' }],
    409: ['/api/runs/ended/stop', { method: 'POST' }],
  },
};

describe('the document of the API', () => {
  it('is OpenAPI 3.1 whose references all lead somewhere', async () => {
    const document = await documentOf(api());
    expect(document.openapi).toBe('3.1.0');
    expect(document.info).toMatchObject({ title: expect.any(String), version: expect.any(String) });
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)].map(([, to = '']) => to);
    const known = Object.keys(document.components.schemas).map((name) => `#/components/schemas/${name}`);
    expect(references.filter((to) => !known.includes(to))).toEqual([]);
    // A shape that is in another is named there, not written out.
    expect(document.components.schemas['EpisodeView']).toMatchObject({
      properties: { episode: { $ref: '#/components/schemas/ReportEpisode' } },
    });
    const operations = operationsOf(document);
    expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(operations.length);
    for (const { path, parameters = [], responses } of operations) {
      const inPath = parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => name);
      expect(inPath.toSorted()).toEqual(
        [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name).toSorted(),
      );
      for (const { description } of Object.values(responses)) expect(description).not.toBe('');
    }
  });

  it('has every route that is answered, and no other', async () => {
    const app = api();
    const told = operationsOf(await documentOf(app)).map(
      ({ method, path }) => `${method.toUpperCase()} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`,
    );
    const answered = app.routes
      .filter(({ method, path }) => method !== 'ALL' && path.startsWith('/api/'))
      .map(({ method, path }) => `${method} ${path}`);
    expect([...new Set(answered)].toSorted()).toEqual(told.toSorted());
  });

  it('tells of each status, and each is answered as it tells', async () => {
    const app = api();
    const operations = operationsOf(await documentOf(app));
    expect(operations.map(({ operationId }) => operationId).toSorted()).toEqual(
      Object.keys(CALLS).toSorted(),
    );
    for (const operation of operations) {
      const { operationId, method, path } = operation;
      const own = CALLS[operationId] ?? {};
      const hasBody = operation.requestBody !== undefined;
      const plain: Call = [anyPath(path), { method: method.toUpperCase() }];
      const large = { method: method.toUpperCase(), headers: JSON_BODY, body: `"${'x'.repeat(300_000)}"` };
      const calls: readonly (readonly [status: number, call: Call])[] = [
        ...Object.entries(own).map(([status, call]) => [Number(status), call] as const),
        ...(hasBody
          ? ([
              [413, [anyPath(path), large]],
              [
                415,
                [
                  anyPath(path),
                  { method: method.toUpperCase(), body: '{}', headers: { 'content-type': 'text/plain' } },
                ],
              ],
            ] as const)
          : []),
      ];
      // What is away: shared-server.test.ts, for all of them.
      const always = [401, 403, 429, 503] as const;
      const statuses = [...calls.map(([status]) => status), ...always].toSorted((a, b) => a - b);
      expect([operationId, Object.keys(operation.responses).map(Number)]).toEqual([operationId, statuses]);
      for (const [status, [way, init = {}]] of calls) {
        const headers = { ...WEB, ...(init.body === undefined ? {} : JSON_BODY), ...init.headers };
        const response = await app.request(`http://localhost${way}`, { ...init, headers });
        await expectAsTold(operation, status, response);
      }
      await expectAsTold(operation, 401, await app.request(`http://localhost${plain[0]}`, plain[1]));
      await expectAsTold(operation, 403, await app.request(`http://evil.example${plain[0]}`, plain[1]));
      const full = new WrongTokens({ now: () => 0 });
      for (let count = 0; count < 10; count += 1) full.add('');
      const guarded = api({ wrong: full });
      await expectAsTold(operation, 429, await guarded.request(`http://localhost${plain[0]}`, plain[1]));
    }
  }, 60_000);
});

async function expectAsTold(operation: Operation, status: number, response: Response): Promise<void> {
  const { operationId, responses } = operation;
  if (response.status !== status) {
    throw new Error(`${operationId}: ${response.status} for ${status}: ${await response.text()}`);
  }
  const { content } = responses[status] ?? {};
  const type = (response.headers.get('content-type') ?? '').split(';')[0] ?? '';
  if (content === undefined) return;
  expect([operationId, Object.keys(content)]).toEqual([operationId, expect.arrayContaining([type])]);
  const name = content[type]?.schema.$ref?.split('/').at(-1);
  if (name !== undefined && type === 'application/json') {
    expect(SHAPES[name as ShapeName].safeParse(await response.json()).error).toBeUndefined();
  } else await response.body?.cancel();
}

describe('the viewer', () => {
  it('tells nobody anything without the token, and the page to everybody', async () => {
    const app = api();
    for (const { method, path } of operationsOf(await documentOf(app))) {
      const response = await app.request(`http://localhost${anyPath(path)}`, {
        method: method.toUpperCase(),
      });
      expect([path, response.status]).toEqual([path, 401]);
    }
    expect((await app.request('http://localhost/api/nothing')).status).toBe(401);
    expect((await app.request('http://localhost/?token=x')).status).toBe(200);
    expect((await app.request(`http://localhost/api/runs?token=${TOKEN}`)).status).toBe(401);
  });

  it('says how it stands: one word to everybody, numbers for the token alone', async () => {
    let isIndexed = true;
    const folder = { ...results, condition: async () => ({ isReadable: true, isIndexed, indexLagMs: 250 }) };
    const health = await viewerHealth(results.path, () => [folder]);
    const app = viewerApi(servicesOf(results, null), {
      token: TOKEN,
      page,
      health,
      hosts: servedHosts('0.0.0.0'),
    });
    const ask = (path: string, headers = {}) => app.request(`http://127.0.0.1${path}`, { headers });
    expect(await (await ask('/health/live')).text()).toBe('live');
    expect(await (await ask('/health/ready')).text()).toBe('ready');
    isIndexed = false;
    expect((await ask('/health/ready')).status).toBe(503);
    expect((await ask('/metrics')).status).toBe(401);
    await ask('/api/runs/filmed/forks', WEB);
    const metrics = await (await ask('/metrics', WEB)).text();
    expect(metrics).toContain('\ntouchstone_runs{state="complete"} 2\n');
    expect(metrics).toContain('\ntouchstone_runs{state="crashed"} 0\n');
    expect(metrics).toContain('\ntouchstone_index_lag_seconds 0.25\n');
    expect(metrics).toContain('operation="GET /api/runs/:run/forks",status="200"');
    expect(metrics).not.toMatch(/run-1|evil|filmed/);
  });

  it('gives a cookie for the token, once, that no script can read', async () => {
    const app = api();
    const session = await app.request('http://localhost/api/session', { method: 'POST', headers: WEB });
    const cookie = session.headers.get('set-cookie') ?? '';
    expect(cookie).toMatch(/^touchstone-view-[0-9a-f]{12}=[0-9a-f]{64}; Path=\/; HttpOnly; SameSite=Strict$/);
    expect(cookie).not.toContain(TOKEN);
    const [pair = ''] = cookie.split(';');
    expect((await app.request('http://localhost/api/runs', { headers: { cookie: pair } })).status).toBe(200);
    const forged = { cookie: `${pair.slice(0, -1)}${pair.endsWith('0') ? '1' : '0'}` };
    expect((await app.request('http://localhost/api/runs', { headers: forged })).status).toBe(401);
    const secure = await app.request('https://localhost/api/session', { method: 'POST', headers: WEB });
    expect(secure.headers.get('set-cookie')).toContain('Secure');
  });

  it('takes the cookie back, from whoever has it or the token', async () => {
    const app = api();
    const leave = async (headers: Record<string, string>): Promise<Response> =>
      app.request('http://localhost/api/session', { method: 'DELETE', headers });
    const session = await app.request('http://localhost/api/session', { method: 'POST', headers: WEB });
    const [cookie = ''] = (session.headers.get('set-cookie') ?? '').split(';');
    const left = await leave({ cookie });
    const [name = ''] = cookie.split('=');
    expect([left.status, left.headers.get('set-cookie')]).toEqual([204, `${name}=; Max-Age=0; Path=/`]);
    expect((await leave({})).status).toBe(401);
    expect((await leave({ cookie, origin: 'http://evil.example' })).status).toBe(403);
    const about = await app.request('http://localhost/api/about', { headers: WEB });
    expect(await about.json()).toMatchObject({ asksToken: true });
  });

  it('is used through a proxy that speaks TLS: the origin is https, the request http', async () => {
    const headers = { ...WEB, origin: 'https://bench.example' };
    const app = viewerApi(servicesOf(results, null), {
      token: TOKEN,
      page,
      hosts: servedHosts('0.0.0.0', ['bench.example']),
    });
    const session = await app.request('http://bench.example/api/session', { method: 'POST', headers });
    expect(session.status).toBe(204);
    expect(session.headers.get('set-cookie')).toContain('Secure');
    // Nobody said that a proxy goes by that one.
    const other = { ...WEB, origin: 'https://localhost' };
    expect(
      (await app.request('http://localhost/api/session', { method: 'POST', headers: other })).status,
    ).toBe(403);
  });

  it('looks at no token more after ten that were wrong, until a minute later', async () => {
    let now = 0;
    const app = api({ wrong: new WrongTokens({ now: () => now }) });
    const ask = async (token: string): Promise<number> =>
      (await app.request('http://localhost/api/about', { headers: { authorization: `Bearer ${token}` } }))
        .status;
    for (let count = 0; count < 10; count += 1) expect(await ask('wrong')).toBe(401);
    expect(await ask(TOKEN)).toBe(429);
    now = 60_001;
    expect(await ask(TOKEN)).toBe(200);
  });

  it.each([
    ['http://evil.example/api/runs', {}],
    ['http://localhost.evil.example/api/runs', {}],
    ['http://localhost:8710/api/runs', { origin: 'http://evil.example' }],
    ['http://localhost:8710/api/runs', { origin: 'http://localhost:9999' }],
    ['http://localhost:8710/api/runs', { origin: 'https://localhost:9999' }],
    ['http://localhost:8710/api/runs', { origin: 'https://localhost:8710' }],
    ['https://localhost:8710/api/runs', { origin: 'http://localhost:8710' }],
    ['http://localhost:8710/api/runs', { origin: 'null' }],
    ['http://localhost:8710/api/runs', { 'sec-fetch-site': 'cross-site' }],
    ['http://localhost:8710/api/runs', { 'sec-fetch-site': 'same-site' }],
    ['http://evil.example/', {}],
  ] as const)('refuses %s asked with %j', async (address, headers) => {
    for (const host of ['127.0.0.1', '0.0.0.0']) {
      const app = api({ host, token: host === '0.0.0.0' ? TOKEN : null });
      const response = await app.request(address, { headers: { ...WEB, ...headers } });
      expect(response.status).toBe(403);
      expect(await response.json()).toMatchObject({ code: 'FORBIDDEN' });
    }
  });

  it('is asked by address or own name off loopback, by loopback alone on it', async () => {
    const status = async (host: string, address: string): Promise<number> =>
      (await api({ host, token: null }).request(`${address}/api/about`)).status;
    expect(await status('0.0.0.0', 'http://192.0.2.7:8710')).toBe(200);
    expect(await status('::', 'http://[2001:db8::1]:8710')).toBe(200);
    expect(await status('box.example', 'http://box.example')).toBe(200);
    expect(await status('127.0.0.1', 'http://192.0.2.7:8710')).toBe(403);
    expect(await status('127.0.0.1', 'http://[::1]:8710')).toBe(200);
  });

  it('says with every answer that nothing of it may run', async () => {
    const app = api();
    for (const path of ['/', '/api/runs', '/nothing', `/api/runs/run-1/files/${HASH}`]) {
      const { headers } = await app.request(`http://localhost${path}`, { headers: WEB });
      expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'; script-src 'self';/);
      expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('referrer-policy')).toBe('no-referrer');
      expect(headers.get('access-control-allow-origin')).toBeNull();
    }
  });

  it.each([
    '/../secret.txt',
    '/..%2fsecret.txt',
    '/%2e%2e/secret.txt',
    '/assets/..%2F..%2Fsecret.txt',
    '/assets%5C..%5C..%5Csecret.txt',
    '/%00index.html',
    '/%E0%A4%A.txt',
    '/api/runs/..%2Fweb/notes',
    '/api/runs/%2E%2E/notes',
    '/api/runs/run-1%2F..%2Fweb/episodes/a/0',
    `/api/runs/run-1/files/..%2F..%2Fsecret.txt`,
    '/api/runs/C:/screens/n1/hierarchy',
  ])('leads out of no folder: %s', async (path) => {
    const response = await api().request(`http://localhost${path}`, { headers: WEB });
    expect([400, 404, 405]).toContain(response.status);
    expect(response.headers.get('content-type')).toContain('application/json');
    expect(await response.text()).not.toBe('secret');
  });

  it('answers what there is not, and what cannot be done with it, as JSON', async () => {
    const app = api();
    const missing = await app.request('http://localhost/api/nothing', { headers: WEB });
    expect([missing.status, await missing.json()]).toEqual([
      404,
      expect.objectContaining({ code: 'NOT_THERE' }),
    ]);
    const method = await app.request('http://localhost/api/runs', { method: 'DELETE', headers: WEB });
    expect([method.status, method.headers.get('allow')]).toEqual([405, 'GET, POST']);
    expect(await method.json()).toMatchObject({
      code: 'METHOD',
      error: expect.any(String),
      hint: expect.any(String),
    });
  });

  it('has no route that writes where it is read-only', async () => {
    const app = api({ isReadOnly: true });
    const methods = operationsOf(await documentOf(app)).map(({ method, path }) => `${method} ${path}`);
    expect(methods.filter((method) => !method.startsWith('get'))).toEqual([
      'post /api/session',
      'delete /api/session',
    ]);
    const note = { method: 'PUT', headers: { ...WEB, ...JSON_BODY }, body: '{"tags":[],"note":""}' };
    expect((await app.request('http://localhost/api/runs/run-1/notes', note)).status).toBe(404);
    expect(await (await app.request('http://localhost/api/about', { headers: WEB })).json()).toMatchObject({
      isReadOnly: true,
      features: ['runs', 'live', 'hierarchies', 'graph', 'labels'],
      user: null,
    });
  });

  it('refuses what only the user may name', async () => {
    for (const [path, request] of [
      ['/api/runs', { benchmark: 'untrusted' }],
      ['/api/runs/run-1/fork', { item: 'untrusted', repeat: 0, step: 0 }],
    ] as const) {
      const call = { method: 'POST', headers: { ...WEB, ...JSON_BODY }, body: JSON.stringify(request) };
      const refused = await api().request(`http://localhost${path}`, call);
      expect([refused.status, await refused.json()]).toEqual([
        403,
        expect.objectContaining({ code: 'UNTRUSTED' }),
      ]);
    }
  });

  it('sends texts of others as JSON that no browser takes for anything else', async () => {
    const response = await api().request('http://localhost/api/runs', { headers: WEB });
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(((await response.json()) as { note: string }[])[1]?.note).toBe(EVIL);
  });

  it('tells what happens to whoever follows, until they go', async () => {
    const response = await api({ token: null }).request('http://localhost/api/events');
    expect(response.headers.get('content-type')).toBe('text/event-stream');
    const reader = (response.body as ReadableStream<Uint8Array>).getReader();
    const next = async (): Promise<string> => new TextDecoder().decode((await reader.read()).value);
    expect(await next()).toBe('retry: 2000\n: hello\n\n');
    await vi.waitFor(() => expect(results.listeners).toBe(1));
    results.say({ type: 'run-gone', id: EVIL });
    const said = await next();
    expect(said.split('\n')).toHaveLength(3);
    expect(JSON.parse(said.replace(/^data: /, ''))).toEqual({ type: 'run-gone', id: EVIL });
    await reader.cancel();
    await vi.waitFor(() => expect(results.listeners).toBe(0));
  });

  it('scales pictures to one of a few widths, and keeps what a file is to what it holds', async () => {
    const app = api();
    const get = async (query: string): Promise<Response> =>
      app.request(`http://localhost/api/runs/run-1/files/${query}`, { headers: WEB });
    const small = await get(`${HASH}?width=100`);
    expect(small.headers.get('content-type')).toBe('image/webp');
    expect(small.headers.get('cache-control')).toContain('immutable');
    expect(await sharp(Buffer.from(await small.arrayBuffer())).metadata()).toMatchObject({
      width: 120,
      height: 240,
    });
    const whole = await get(HASH);
    expect(whole.headers.get('content-type')).toBe('image/png');
    expect(Buffer.from(await whole.arrayBuffer()).equals(picture)).toBe(true);
    const hierarchy = await get(`${HASH}?type=hierarchy`);
    expect(hierarchy.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    const tag = whole.headers.get('etag') ?? '';
    const again = { headers: { ...WEB, 'if-none-match': tag } };
    expect((await app.request(`http://localhost/api/runs/run-1/files/${HASH}`, again)).status).toBe(304);
  });

  it('serves the page and what it loads, or says how to build it', async () => {
    const app = api({ token: null });
    const index = await app.request('http://localhost/');
    expect([index.headers.get('cache-control'), await index.text()]).toEqual([
      'no-cache',
      '<!doctype html><title>page</title>',
    ]);
    const script = await app.request('http://localhost/assets/main-0a1b2c3d.js');
    expect(script.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
    expect(script.headers.get('cache-control')).toContain('immutable');
    const services = servicesOf(results, null);
    const bare = viewerApi(services, {
      token: null,
      page: join(folder.path, 'nowhere'),
      hosts: servedHosts('127.0.0.1'),
    });
    expect(await (await bare.request('http://localhost/')).text()).toContain('npm run build');
  });
});
