import { resolve } from 'node:path';
import { dialectRunSettings } from '../../agents/prompting/dialect-identity.js';
import { hideable, textColumns } from '../../metrics/tables/columns.js';
import { NOT_APPLICABLE, percent } from '../../metrics/tables/percent.js';
import type { Table } from '../../metrics/tables/table.js';
import { coordinateRuleText } from '../../models/dialects/reading/resolve-position.js';
import { listProviders } from '../../models/providers/providers.js';
import type { Registry } from '../../registry/registry.js';
import { listRuns } from '../results/list-runs.js';
import { openRegistry } from '../run/open-registry.js';
import type { AppContext } from '../app-context.js';
import type { Settings } from '../settings/setting.js';

/** What can be listed. */
export const LISTS = [
  'benchmarks',
  'agents',
  'dialects',
  'evaluators',
  'judges',
  'scanners',
  'providers',
  'exports',
  'runs',
] as const;
export type ListKind = (typeof LISTS)[number];

/**
 * What there is of a kind, plug-ins included, as a table; of runs, those in the folder of runs.
 *
 * @throws {UserError} for a plug-in that cannot be used
 */
export async function listTable(
  kind: ListKind,
  { plugins, runs }: Pick<Settings, 'plugins' | 'runs'>,
  context: Pick<AppContext, 'workingDirectory'>,
): Promise<Table> {
  const registry = await openRegistry(plugins, context);
  return TABLES[kind](registry, resolve(context.workingDirectory, runs));
}

/** The table of each kind. */
const TABLES: Readonly<Record<ListKind, (registry: Registry, runsFolder: string) => Table | Promise<Table>>> =
  {
    benchmarks: benchmarksTable,
    agents: agentsTable,
    dialects: dialectsTable,
    evaluators: evaluatorsTable,
    judges: judgesTable,
    scanners: scannersTable,
    providers: providersTable,
    exports: exportsTable,
    runs: (_, runsFolder) => runsTable(runsFolder),
  };

function benchmarksTable(registry: Registry): Table {
  return simpleTable(
    'benchmarks',
    'Benchmarks',
    ['name', 'what', 'protocol', 'mode', 'splits', 'data', 'from'],
    [
      ...[...registry.benchmarks.values()].map((benchmark) => [
        benchmark.name,
        benchmark.title,
        benchmark.protocol,
        benchmark.defaultMode,
        benchmark.splits.join(', '),
        benchmark.needsData ? '--data DIR' : 'bundled',
        registry.originOf('benchmarks', benchmark.name),
      ]),
      [
        'FOLDER',
        'any world of your own (graph.json and suite.json)',
        'interactive',
        'corrected',
        'all',
        'the folder',
        'you',
      ],
    ],
    ['splits', 'from', 'mode', 'protocol'],
  );
}

function agentsTable(registry: Registry): Table {
  return simpleTable(
    'agents',
    'Agents',
    ['name', 'what', 'asks', 'switches', 'sees graph and milestones', 'from'],
    [...registry.agents.values()].map((agent) => [
      agent.name,
      agent.title,
      agent.roles.map(({ name }) => name).join(', '),
      agent.options.map(({ name, default: standard }) => `${name}=${String(standard)}`).join(', '),
      agent.privileged ? 'yes' : 'no',
      registry.originOf('agents', agent.name),
    ]),
    ['switches', 'from', 'sees graph and milestones', 'asks'],
  );
}

function dialectsTable(registry: Registry): Table {
  return simpleTable(
    'dialects',
    'Dialects',
    ['name', 'models', 'variants', 'shows', 'coordinates', 'earlier steps', 'also reads as', 'from'],
    [...registry.dialects.values()].map((family) => {
      const dialect = family.create();
      const { steps, pictures } = dialect.history;
      return [
        family.family,
        family.title,
        family.variants.join(', '),
        dialectRunSettings(dialect, { profile: 'tolerant', observation: 'native' }).observation.kind,
        coordinateRuleText(dialect.coordinates),
        `${steps ?? 'all'}${pictures > 0 ? `, ${pictures} pictures` : ''}`,
        family.references.map((name) => `reference:${name}`).join(', '),
        registry.originOf('dialects', family.family),
      ];
    }),
    ['from', 'also reads as', 'earlier steps', 'coordinates', 'shows', 'variants'],
  );
}

function evaluatorsTable(registry: Registry): Table {
  return simpleTable(
    'evaluators',
    'Evaluators that tasks of a suite name',
    ['name', 'version', 'from'],
    [...registry.evaluators.values()].map(({ name, version }) => [
      name,
      version,
      registry.originOf('evaluators', name),
    ]),
  );
}

function scannersTable(registry: Registry): Table {
  return simpleTable(
    'scanners',
    'Scanners: `touchstone scan RUN --scanner NAME`',
    ['name', 'finds', 'version', 'from'],
    [...registry.scanners.values()].map(({ name, title, version }) => [
      name,
      title,
      version,
      registry.originOf('scanners', name),
    ]),
    ['from', 'version'],
  );
}

function judgesTable(registry: Registry): Table {
  return simpleTable(
    'judges',
    'Judges: `touchstone judge RUN --judge NAME`',
    ['name', 'what', 'options', 'prompts', 'from'],
    [...registry.judges.values()].map(({ name, title, options = {}, prompts }) => [
      name,
      title,
      Object.keys(options).join(', '),
      Object.keys(prompts).join(', '),
      registry.originOf('judges', name),
    ]),
  );
}

function providersTable(): Table {
  return simpleTable(
    'providers',
    'Providers',
    ['name', 'what', 'address', 'key from'],
    listProviders().map(({ name, description, baseUrl, apiKeyVariable }) => [
      name,
      description,
      baseUrl ?? '--base-url URL',
      apiKeyVariable ?? '--api-key-variable NAME, where it wants one',
    ]),
  );
}

function exportsTable(registry: Registry): Table {
  return simpleTable(
    'exports',
    'Formats that `touchstone export` writes',
    ['name', 'what', 'forms of a record', 'dialect'],
    [
      ...[...registry.exporters.values()].map(({ name, title, forms }) => [
        name,
        title,
        forms.join(', '),
        '--dialect NAME',
      ]),
      ...[...registry.benchmarks.values()]
        .flatMap(({ exports = [], sourceExports = [] }) => [...exports, ...sourceExports])
        .map(({ name, summary: { what, forms, dialect } }) => [name, what, forms.join(', '), dialect]),
      ['parquet', 'tables of steps, predictions, episodes and scores', '', ''],
      ['csv', 'the same tables as lines of text', '', ''],
    ],
    ['dialect'],
  );
}

async function runsTable(runsFolder: string): Promise<Table> {
  const runs = await listRuns(runsFolder);
  return simpleTable(
    'runs',
    `Runs in ${runsFolder}`,
    [
      'run',
      'benchmark',
      'agent',
      'model',
      'mode',
      'state',
      'rate %',
      'main %',
      'n',
      'void',
      'done',
      'started',
    ],
    runs.map((run) => [
      run.id,
      run.benchmark,
      run.agent,
      run.model,
      run.mode,
      run.forkOf === null ? run.state : `${run.state}, fork of ${run.forkOf}`,
      run.judged === 0 ? NOT_APPLICABLE : percent(run.passed / run.judged),
      run.main === null ? '' : `${run.main.name} ${percent(run.main.value)}`,
      String(run.judged),
      String(run.voided),
      `${run.finished}/${run.planned}`,
      run.startedAt,
    ]),
    ['started', 'mode', 'agent', 'benchmark', 'model', 'done'],
  );
}

function simpleTable(
  id: string,
  title: string,
  columns: readonly string[],
  rows: readonly string[][],
  hideFirst: readonly string[] = [],
): Table {
  return {
    id,
    title,
    columns: hideable(textColumns(...columns), hideFirst),
    rows: rows.map((row) => row.map((text) => ({ text }))),
    notes: [],
  };
}
