import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { SETTINGS, environmentName } from '../src/app/settings/setting.js';
import { deploymentProblems, type ProgramFacts } from './fixtures/deployment/deployment-problems.js';
import { hollowProgram } from './fixtures/hollow-program.js';
import { documentedVariables } from './fixtures/documented-variables.js';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const FOLDER = join(ROOT, 'deploy');

const FILES: Readonly<Record<string, string>> = Object.fromEntries(
  readdirSync(FOLDER, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => {
      const file = join(entry.parentPath, entry.name);
      return [file.slice(FOLDER.length + 1).replaceAll('\\', '/'), readFileSync(file, 'utf8')];
    }),
);

const MANIFEST = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
  readonly peerDependencies: Readonly<Record<string, string>>;
  readonly engines: { readonly node: string };
};
const { 'playwright-core': _browser, ...optional } = MANIFEST.peerDependencies;
const GUIDE = readFileSync(join(ROOT, 'docs/scale/deploy.md'), 'utf8');

const called: string[] = [];
const FACTS: ProgramFacts = {
  program: await hollowProgram(called),
  called,
  optional,
  oldestNode: Number.parseInt(MANIFEST.engines.node.replace('>=', ''), 10),
  variables: new Set([...documentedVariables(), ...Object.keys(SETTINGS).map(environmentName)]),
  secretKeys: new Set([...GUIDE.matchAll(/--from-literal=([a-z-]+)=/g)].map(([, key = '']) => key)),
};

/** A file, what is changed in it, and what is said of that. */
const FAULTS: readonly (readonly [file: string, from: string, to: string, said: RegExp])[] = [
  ['compose.yaml', '- view\n', '- viewer\n', /server: .*unknown command/],
  ['compose.yaml', '- --no-open', '- --not-open', /server: .*unknown option/],
  ['compose.yaml', '- pocket\n      - --host', '- --host', /gym: .*missing required argument/],
  ['compose.yaml', '127.0.0.1:8710:8710', '127.0.0.1:8710:8711', /server: port 8711/],
  ['compose.yaml', '127.0.0.1:9090/health', '127.0.0.1:9091/health', /worker: a probe asks port 9091/],
  ['compose.yaml', '8000/health/ready', '8000/ready', /gym: a probe asks \/ready/],
  ['compose.yaml', '0.0.0.0:9090', '127.0.0.1:9090', /worker: it listens where nobody/],
  ['compose.yaml', 'redis://redis:6379', 'redis://queue:6379', /there is no queue/],
  ['compose.yaml', 'redis://redis:6379', 'redis://redis:6380', /not on that port/],
  ['compose.yaml', 'TOUCHSTONE_QUEUE_PASSWORD: ${', 'TOUCHSTONE_QUEUE_SECRET: ${', /nobody reads/],
  ['compose.yaml', 'TOKEN: ${TOUCHSTONE_GYM_TOKEN:?}', 'TOKEN: of-sixteen-letters', /GYM_TOKEN is written/],
  ['compose.yaml', '${PGPASSWORD:?}', '${PGPASSWORD:-guess}', /PASSWORD is written/],
  ['compose.yaml', 'touchstone@postgres', 'touchstone:guess@postgres', /a password in an address/],
  ['compose.yaml', '- ${TOUCHSTONE_QUEUE_PASSWORD:?}', '- guess', /compose.yaml: a password/],
  ['compose.yaml', 'image: redis:7-', 'image: redis:8-', /redis:8-bookworm and redis:7-bookworm differ/],
  ['compose.yaml', 'image: redis:7-', 'image: hub.example/redis:7-', /names a registry/],
  [
    'compose.yaml',
    'stop_grace_period: 90s',
    'stop_grace_period: 60s',
    /killed after 60 s, and drains for 60/,
  ],
  [
    'compose.yaml',
    '      - --runs\n      - /runs\n',
    '      - --runs\n      - /data\n',
    /\/data is on no volume/,
  ],
  ['compose.yaml', '- runs:/runs', '- results:/runs', /no volume results/],
  ['compose.yaml', '- home:/home/touchstone', '- home:/root', /\/root is mounted/],
  ['kubernetes/worker.yaml', '--concurrency', '--parallel', /worker: .*unknown option/],
  ['kubernetes/worker.yaml', 'containerPort: 9090', 'containerPort: 9091', /worker: port 9091/],
  ['kubernetes/worker.yaml', 'path: /health/live', 'path: /health/alive', /asks \/health\/alive/],
  ['kubernetes/worker.yaml', 'port: health', 'port: http', /asks port NaN/],
  ['kubernetes/worker.yaml', 'PeriodSeconds: 90', 'PeriodSeconds: 45', /killed after 45 s/],
  ['kubernetes/worker.yaml', 'key: queue-password', 'key: queue', /no secret touchstone\/queue$/],
  ['kubernetes/worker.yaml', 'claimName: runs', 'claimName: results', /no volume results/],
  [
    'kubernetes/worker.yaml',
    'image: touchstone:local',
    'image: touchstone:other',
    /touchstone:other differ|differ/,
  ],
  ['kubernetes/server.yaml', 'targetPort: http', 'targetPort: 80', /server: port 80,/],
  ['kubernetes/postgres.yaml', 'port: 5432', 'port: 5433', /not on that port/],
  ['kubernetes/gym.yaml', 'name: TOUCHSTONE_GYM_TOKEN', 'name: GYM_TOKEN', /nobody reads GYM_TOKEN/],
  ['systemd/touchstone-view.service', '--index', '--database', /unknown option/],
  ['systemd/touchstone-view.service', 'touchstone view', 'touchstone-view', /starts no touchstone/],
  ['systemd/touchstone-worker@.service', 'StopSec=90', 'StopSec=30', /killed after 30 s/],
  ['systemd/touchstone-worker@.service', 'ReadWritePaths=/srv/', 'ReadWritePaths=/mnt/', /on no volume/],
  ['systemd/touchstone-worker@.service', '_HOME=', '_FOLDER=', /nobody reads TOUCHSTONE_FOLDER/],
  ['systemd/touchstone-worker@.service', 'TOUCHSTONE_QUEUE=', 'TOUCHSTONE_QUEUE_PASSWORD=', /written down/],
  ['slurm/worker.sbatch', 'TERM@90', 'TERM@30', /killed after 30 s/],
  ['slurm/worker.sbatch', '--once', '--just-once', /unknown option/],
  ['slurm/worker.sbatch', '"$TOUCHSTONE_RUNS"', '"$RUNS"', /nobody reads RUNS/],
  ['Dockerfile', 'EXPOSE 8710', 'EXPOSE 8711', /8710 is not exposed/],
  ['Dockerfile', 'EXPOSE 8710', 'EXPOSE 80 8710', /nobody listens on 80/],
  ['Dockerfile', 'pg@8', 'pg@7', /lacks pg 8/],
  ['Dockerfile', 'node:22', 'node:18', /Node 18 is too old/],
  ['Dockerfile', '"touchstone"]', '"node"]', /starts no touchstone/],
];

describe('the files of deploy/', () => {
  it('fit the program, and each other', async () => {
    expect(Object.keys(FILES).length).toBeGreaterThan(9);
    expect(FACTS.secretKeys.size).toBeGreaterThan(3);
    expect(await deploymentProblems(FILES, FACTS)).toEqual([]);
  });

  it.each(FAULTS)('are not said to where %s has another %j: %j', async (file, from, to, said) => {
    const text = FILES[file] ?? '';
    expect(text).toContain(from);
    const problems = await deploymentProblems({ ...FILES, [file]: text.replace(from, to) }, FACTS);
    expect(problems.join('\n')).toMatch(new RegExp(said, 'm'));
  });
});

describe('docs/environment.md', () => {
  it('lists every variable of ours that the source names, and no other', () => {
    const source = join(ROOT, 'src');
    const named = readdirSync(source, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && !/^testing[/\\]/.test(file))
      .flatMap((file) => readFileSync(join(source, file), 'utf8').match(/\bTOUCHSTONE_[A-Z_]*[A-Z]/g) ?? []);
    const documented = [...documentedVariables()].filter((name) => name.startsWith('TOUCHSTONE_'));
    expect(documented.toSorted()).toEqual([...new Set(named)].toSorted());
  });
});
