import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const SOURCE = fileURLToPath(new URL('../src', import.meta.url));

/** What each folder may import besides itself and `errors.ts`. `x!` allows only the interface files of folder x. */
const ALLOWED: Record<string, readonly string[]> = {
  domain: [],
  files: [],
  formats: ['domain', 'files'],
  http: ['domain', 'tracing'],
  metrics: ['domain'],
  models: ['domain', 'files', 'tracing'],
  observations: ['domain'],
  // Spans of OpenTelemetry, where the user has loaded it.
  tracing: ['version.ts'],
  agents: ['domain', 'models', 'observations'],
  environments: ['domain', 'formats'],
  storage: ['domain', 'files', 'formats', 'metrics', 'report', 'environments!'],
  evaluators: ['domain', 'metrics', 'models'],
  judges: ['domain', 'models', 'observations'],
  scanners: ['domain', 'judges', 'models'],
  benchmarks: [
    'domain',
    'files',
    'formats',
    'metrics',
    'observations',
    'evaluators',
    'environments',
    'judges',
    'models',
    'agents',
    // Rules that lints share; a benchmark's own are in its folder.
    'lint',
    'own-package.ts',
  ],
  lint: ['domain', 'files', 'formats', 'benchmarks!', 'evaluators!'],
  phone: ['domain', 'files', 'formats', 'http', 'environments', 'agents'],
  builder: ['domain', 'files', 'formats', 'http', 'models', 'observations', 'environments'],
  engine: [
    'domain',
    'files!',
    'formats',
    'metrics',
    'tracing',
    'agents!',
    'environments!',
    'evaluators!',
    'judges!',
    'benchmarks!',
    'storage!',
    'models!',
  ],
  // Who does which item, for many machines.
  queue: ['domain', 'formats', 'engine!', 'models!', 'version.ts'],
  // What a run on many machines would take.
  simulation: ['domain', 'metrics'],
  report: ['domain', 'files', 'formats', 'metrics', 'own-package.ts'],
  exports: ['domain', 'files', 'formats', 'metrics', 'models', 'observations', 'agents', 'benchmarks'],
  // Parts are chosen and wired here only.
  registry: [
    'domain',
    'files',
    'formats',
    'agents',
    'benchmarks',
    'evaluators',
    'judges',
    'models',
    'scanners',
    'exports',
    'phone',
    'own-package.ts',
    'version.ts',
  ],
  // What a user can ask for: everything but the doors.
  app: ['*'],
  testing: ['*'],
  // A door: a request in, one call, JSON out.
  server: ['app', 'domain', 'formats', 'metrics', 'report', 'http', 'version.ts'],
  // A door: OpenEnv's messages in, a step of a phone, messages out.
  gym: ['app', 'domain', 'http', 'version.ts'],
  // A door: a call of a tool in, one call, content out.
  mcp: ['app', 'domain', 'formats', 'metrics', 'report', 'http', 'version.ts'],
  // A door: flags in, one call, text out. Types may come from anywhere, since they decide nothing. It opens the others.
  cli: [
    'app',
    'gym',
    'mcp',
    'server',
    'domain',
    'formats',
    'metrics',
    'report',
    'version.ts',
    'own-package.ts',
  ],
  'version.ts': ['own-package.ts'],
};

/** Interface files of a folder: `agents/agent.ts` and so on. */
const INTERFACE_FILES: Record<string, readonly string[]> = {
  agents: ['agents/agent.ts'],
  environments: ['environments/environment.ts', 'environments/leases/device-leases.ts'],
  files: ['files/object-store.ts', 'files/object-store-errors.ts'],
  evaluators: ['evaluators/evaluator.ts'],
  judges: ['judges/judge.ts'],
  benchmarks: ['benchmarks/benchmark.ts'],
  engine: ['engine/item-queue.ts', 'engine/budget-ledger.ts'],
  storage: ['storage/store.ts'],
  models: ['models/model.ts', 'models/asking/model-question.ts', 'models/gateway/endpoint-limit.ts'],
};

/** Folders next to the benchmarks' rooms: what several benchmarks share has a name of its own. */
const SHARED_BY_BENCHMARKS: readonly string[] = [
  'data-check',
  'dimensions',
  'paper-tables',
  'stepwise',
  'suite',
];

interface Import {
  readonly from: string;
  readonly to: string;
  /** Types alone. */
  readonly isType: boolean;
  /** Loaded when the program comes to it. */
  readonly isLater: boolean;
}

function importsOfProject(): Import[] {
  const found: Import[] = [];
  for (const entry of readdirSync(SOURCE, { recursive: true, encoding: 'utf8' })) {
    if (!entry.endsWith('.ts') || entry.endsWith('.test.ts')) continue;
    const file = join(SOURCE, entry);
    const text = readFileSync(file, 'utf8');
    for (const match of text.matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+)'/g)) {
      const target = resolve(dirname(file), match[1] ?? '').replace(/\.js$/, '.ts');
      const [statement = ''] = /(?:^|\n)(?:import|export)[^;]*$/.exec(text.slice(0, match.index)) ?? [];
      const isType = /^\s*(?:import|export) type /.test(statement);
      const isLater = /^import\s*\(/.test(match[0]);
      found.push({ from: relative(SOURCE, file), to: relative(SOURCE, target), isType, isLater });
    }
  }
  return found;
}

function violation({ from, to, isType }: Import): string | null {
  const [fromFolder = ''] = from.split('/');
  const [toFolder = ''] = to.split('/');
  if (to === 'errors.ts' || fromFolder === toFolder) return null;
  if (from === 'index.ts') return toFolder === 'testing' ? `${from} imports ${to}` : null;
  const allowed = ALLOWED[fromFolder];
  if (allowed === undefined) return `${from}: folder ${fromFolder} is not in the import table`;
  if (fromFolder === 'testing') return toFolder === 'cli' ? `${from} imports ${to}` : null;
  if (fromFolder === 'cli' && isType) return toFolder === 'testing' ? `${from} imports ${to}` : null;
  if (fromFolder === 'app')
    return ['testing', 'cli', 'gym', 'mcp', 'server'].includes(toFolder) ? `${from} imports ${to}` : null;
  if (allowed.includes(toFolder)) return null;
  if (allowed.includes(`${toFolder}!`) && INTERFACE_FILES[toFolder]?.includes(to) === true) return null;
  return `${from} imports ${to}`;
}

/** Whether a line is part of a comment that names where something comes from. */
function isInSource(lines: readonly string[], at: number): boolean {
  if (!/^\s*(?:\*|\/\*|\/\/)|\/\*\*|\/\/ /.test(lines[at] ?? '')) return false;
  let first = at;
  while (first > 0 && /^\s*(?:\*|\/\/)/.test(lines[first] ?? '') && !/\/\*\*/.test(lines[first] ?? ''))
    first -= 1;
  let last = at;
  while (last < lines.length && !/\*\/|^\s*\/\//.test(lines[last] ?? '')) last += 1;
  return lines.slice(first, last + 1).some((line) => /\bSources?\b[^:]*:/.test(line));
}

describe('the import table', () => {
  it('sees the project', () => {
    expect(importsOfProject().length).toBeGreaterThan(10);
  });

  it('is kept by every file', () => {
    expect(
      importsOfProject()
        .map(violation)
        .filter((line) => line !== null),
    ).toEqual([]);
  });

  it('lets nothing but the registry into the room of a benchmark', () => {
    const roomOf = (file: string): string | null => {
      const [, room = ''] = /^benchmarks\/([^/]+)\//.exec(file) ?? [];
      return room === '' || SHARED_BY_BENCHMARKS.includes(room) ? null : room;
    };
    const entering = importsOfProject().filter(({ from, to }) => {
      const room = roomOf(to);
      const isOutside = !/^(?:registry|testing)\//.test(from);
      return room !== null && roomOf(from) !== room && isOutside;
    });
    expect(entering.map(({ from, to }) => `${from} imports ${to}`)).toEqual([]);
  });

  it('has the name of a benchmark in its room and the registry alone, and where a source is named', () => {
    const rooms = readdirSync(join(SOURCE, 'benchmarks'), { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && !SHARED_BY_BENCHMARKS.includes(entry.name))
      .map(({ name }) => name);
    const names = new RegExp([...rooms, 'odyssey'].join('|'), 'i');
    const found: string[] = [];
    for (const entry of readdirSync(SOURCE, { recursive: true, encoding: 'utf8' })) {
      if (!entry.endsWith('.ts') || entry.endsWith('.test.ts')) continue;
      if (/^(?:registry|testing)\//.test(entry)) continue;
      // Names of repositories, as their authors gave them: a list of data.
      if (entry === 'models/prompt-sources/catalogue/repository-files.ts') continue;
      if (rooms.some((room) => entry.startsWith(`benchmarks/${room}/`))) continue;
      if (names.test(entry)) found.push(entry);
      const lines = readFileSync(join(SOURCE, entry), 'utf8').split('\n');
      for (const [index, line] of lines.entries()) {
        if (names.test(line) && !isInSource(lines, index)) {
          found.push(`${entry}:${index + 1}: ${line.trim()}`);
        }
      }
    }
    expect(found).toEqual([]);
  });

  it('has no folder of more than twenty files, lists of like things apart', () => {
    const lists = ['cli/commands', 'phone/shell/programs', 'models/prompt-sources/catalogue/repositories'];
    const counts = new Map<string, number>();
    for (const entry of readdirSync(SOURCE, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile() || entry.name.endsWith('.test.ts')) continue;
      const folder = relative(SOURCE, entry.parentPath);
      counts.set(folder, (counts.get(folder) ?? 0) + 1);
    }
    const crowded = [...counts].filter(([folder, count]) => count > 20 && !lists.includes(folder));
    expect(crowded).toEqual([]);
  });

  it('has no circle of imports, those of types included', () => {
    const imports = new Map<string, string[]>();
    for (const { from, to } of importsOfProject()) imports.set(from, [...(imports.get(from) ?? []), to]);
    const done = new Set<string>();
    const circles: string[] = [];
    const visit = (file: string, way: readonly string[]): void => {
      if (way.includes(file)) circles.push([...way.slice(way.indexOf(file)), file].join(' → '));
      if (done.has(file) || way.includes(file)) return;
      for (const next of imports.get(file) ?? []) visit(next, [...way, file]);
      done.add(file);
    };
    for (const file of imports.keys()) visit(file, []);
    expect(circles).toEqual([]);
  });

  it('has the viewer wait without agents, benchmarks, phones and reports', () => {
    const imports = new Map<string, string[]>();
    for (const { from, to, isType, isLater } of importsOfProject()) {
      if (!isType && !isLater) imports.set(from, [...(imports.get(from) ?? []), to]);
    }
    const ways = new Map<string, readonly string[]>([['cli/commands/view.ts', []]]);
    for (const [file, way] of ways) {
      for (const next of imports.get(file) ?? []) if (!ways.has(next)) ways.set(next, [...way, file]);
    }
    expect(ways.size).toBeGreaterThan(100);
    // Each brings hundreds of others with it: a second, and half as much memory again as a viewer has.
    const heavy = ['registry/agents.ts', 'registry/benchmarks.ts', 'app/report/report-runs.ts'];
    const loaded = [...ways].filter(([file]) => heavy.includes(file) || file.startsWith('phone/'));
    expect(loaded.map(([file, way]) => [...way, file].join(' → '))).toEqual([]);
  });

  it('keeps the domain free of I/O', () => {
    const offending: string[] = [];
    for (const entry of readdirSync(join(SOURCE, 'domain'), { recursive: true, encoding: 'utf8' })) {
      if (!entry.endsWith('.ts') || entry.endsWith('.test.ts')) continue;
      if (/from 'node:/.test(readFileSync(join(SOURCE, 'domain', entry), 'utf8'))) offending.push(entry);
    }
    expect(offending).toEqual([]);
  });
});
