import type { BenchmarkDefinition } from '../benchmarks/benchmark.js';
import type { PaperTable } from '../benchmarks/paper-tables/paper-table.js';
import type { RunIdentity } from '../domain/run.js';
import { didYouMean } from '../domain/text/nearest-name.js';
import { ownProgramHint } from './own-program-hint.js';
import { UserError } from '../errors.js';
import type { Evaluator } from '../evaluators/evaluator.js';
import type { TrainingFormat } from '../exports/training/training-format.js';
import type { JudgeDefinition } from '../judges/judge.js';
import type { Scanner } from '../scanners/scanner.js';
import type { Importer } from '../formats/test-cases/importer.js';
import type { DialectFamily } from '../models/dialects/define-dialect.js';
import { AGENTS, type AgentEntry } from './agents.js';
import { BENCHMARKS, benchmarkDefinition } from './benchmarks.js';
import { DIALECTS } from './dialects.js';
import { EVALUATORS } from './evaluators.js';
import { JUDGES } from './judges.js';
import { guardAgent } from './plugins/guard-agent.js';
import { guardEvaluator } from './plugins/guard-evaluator.js';
import { guardScanner } from './plugins/guard-scanner.js';
import { isModule } from './plugins/load-module.js';
import type { LoadedPlugin } from './plugins/load-plugin.js';
import { PluginError } from './plugins/plugin-error.js';
import type { Plugin } from './plugins/plugin.js';
import { kindWord, partName, type PartKind } from './plugins/read-plugin.js';
import { SCANNERS } from './scanners.js';
import { TRAINING_FORMATS } from './training-formats.js';

/** What there is by name: Touchstone's own parts, and those of plug-ins that the user named. */
export class Registry {
  readonly benchmarks: ReadonlyMap<string, BenchmarkDefinition>;
  readonly agents: ReadonlyMap<string, AgentEntry>;
  readonly dialects: ReadonlyMap<string, DialectFamily>;
  readonly evaluators: ReadonlyMap<string, Evaluator>;
  readonly judges: ReadonlyMap<string, JudgeDefinition>;
  /** Formats of training records. */
  readonly exporters: ReadonlyMap<string, TrainingFormat>;
  readonly importers: ReadonlyMap<string, Importer>;
  readonly scanners: ReadonlyMap<string, Scanner>;
  readonly #plugins: readonly LoadedPlugin[];
  /** Kind and name of a part → where it comes from. */
  readonly #origins = new Map<string, string>();

  /** @throws {PluginError} for two plug-ins, or two parts of a kind, of one name: it names both */
  constructor(plugins: readonly LoadedPlugin[] = []) {
    this.#plugins = plugins;
    const names = new Map<string, string>();
    for (const { plugin, file } of plugins) {
      const other = names.get(plugin.name);
      if (other !== undefined) throw twoOf(`plug-ins are named ${JSON.stringify(plugin.name)}`, other, file);
      names.set(plugin.name, file);
    }
    this.benchmarks = this.#merge('benchmarks', BENCHMARKS);
    this.agents = this.#merge<AgentEntry>('agents', AGENTS, guardAgent);
    this.dialects = this.#merge('dialects', DIALECTS);
    this.evaluators = this.#merge('evaluators', EVALUATORS, guardEvaluator);
    this.judges = this.#merge('judges', JUDGES);
    this.exporters = this.#merge('exporters', new Map(TRAINING_FORMATS.map((one) => [one.name, one])));
    this.importers = this.#merge('importers', new Map());
    this.scanners = this.#merge('scanners', SCANNERS, guardScanner);
  }

  /** A benchmark by its name, the one in a module, or the world in a folder. @throws {UserError} when there is none */
  benchmark(name: string, workingDirectory: string): BenchmarkDefinition {
    return (
      this.#onlyPart('benchmarks', name) ??
      this.benchmarks.get(name) ??
      benchmarkDefinition(name, workingDirectory, this.benchmarks.keys())
    );
  }

  /** An agent by its name, or the one in a module. @throws {UserError} naming the agents there are */
  agent(name: string): AgentEntry {
    const entry = this.agents.get(this.#partNameOf('agents', name));
    if (entry !== undefined) return entry;
    throw new UserError(`there is no agent "${name}"`, {
      hint: `${ownProgramHint(name)}${didYouMean(name, this.agents.keys())}Known agents: ${[...this.agents.keys()].join(', ')}; --plugin adds those of a plug-in.`,
    });
  }

  /** An evaluator by its name, or the one in a module. @throws {UserError} naming the evaluators there are */
  evaluator(name: string): Evaluator {
    const evaluator = this.evaluators.get(this.#partNameOf('evaluators', name));
    if (evaluator !== undefined) return evaluator;
    throw new UserError(`there is no evaluator "${name}"`, {
      hint: `${didYouMean(name, this.evaluators.keys())}Known evaluators: ${[...this.evaluators.keys()].join(', ')}; plug-ins bring more: --plugin, or a file such as --evaluator ./mine.mjs.`,
    });
  }

  /** A judge by its name, or the one in a module. @throws {UserError} naming the judges there are */
  judge(name: string): JudgeDefinition {
    const judge = this.judges.get(this.#partNameOf('judges', name));
    if (judge !== undefined) return judge;
    throw new UserError(`there is no judge "${name}"`, {
      hint: `${didYouMean(name, this.judges.keys())}Known judges: ${[...this.judges.keys()].join(', ')}; plug-ins bring more: --plugin, or a file such as --judge ./mine.mjs.`,
    });
  }

  /** A scanner by its name, or the one in a module. @throws {UserError} naming the scanners there are */
  scanner(name: string): Scanner {
    const scanner = this.scanners.get(this.#partNameOf('scanners', name));
    if (scanner !== undefined) return scanner;
    throw new UserError(`there is no scanner "${name}"`, {
      hint: `${didYouMean(name, this.scanners.keys())}Known scanners: ${[...this.scanners.keys()].join(', ')}; plug-ins bring more: --plugin, or a file such as --scanner ./mine.mjs.`,
    });
  }

  /** An importer of a plug-in by its name, or the one in a module. @throws {UserError} naming the importers there are */
  importer(name: string): Importer {
    const importer = this.#onlyPart('importers', name) ?? this.importers.get(name);
    if (importer !== undefined) return importer;
    const known = [...this.importers.keys()].join(', ');
    throw new UserError(`there is no importer "${name}"`, {
      hint:
        known === ''
          ? 'Importers come from plug-ins: name one with --plugin, or give its file, such as --importer ./mine.mjs.'
          : `${didYouMean(name, this.importers.keys())}Known importers: ${known}.`,
    });
  }

  /** Where a part comes from: `touchstone`, or name and version of a plug-in. */
  originOf(kind: PartKind, name: string): string {
    return this.#origins.get(`${kind} ${name}`) ?? OWN;
  }

  /** Every table of a paper that can be repeated, or says why not; those of plug-ins last. */
  paperTables(): readonly PaperTable[] {
    const own = [...BENCHMARKS.values()];
    const added = [...this.benchmarks.values()].filter((benchmark) => !own.includes(benchmark));
    const [ours, others] = [own, added].map((some) => some.flatMap(({ paperTables = [] }) => paperTables));
    return [...(ours ?? []), ...(others ?? [])];
  }

  /** Formats of training records that plug-ins bring. */
  pluginExporters(): readonly TrainingFormat[] {
    return this.#plugins.flatMap(({ plugin }) => plugin.exporters);
  }

  /** Benchmarks of plug-ins alone. */
  pluginBenchmarks(): readonly BenchmarkDefinition[] {
    return this.#plugins.flatMap(({ plugin }) => plugin.benchmarks);
  }

  /** What a run names of the plug-ins that were loaded for it; undefined where there are none. */
  identity(): RunIdentity['plugins'] {
    if (this.#plugins.length === 0) return undefined;
    return Object.fromEntries(
      this.#plugins.map(({ plugin: { name, version }, hash }) => [name, { version, hash }]),
    );
  }

  /** The name of the part of a kind in a module that stands in place of a name; a plain name as it is. */
  #partNameOf(kind: PartKind, name: string): string {
    const part = this.#onlyPart(kind, name);
    return part === undefined ? name : partName(kind, part);
  }

  /** The part of a kind in a module that stands in place of a name; undefined for a plain name. */
  #onlyPart<Kind extends PartKind>(kind: Kind, name: string): Plugin[Kind][number] | undefined {
    if (!isModule(name)) return undefined;
    const loaded = this.#plugins.find(({ named }) => named === name);
    const parts: readonly Plugin[Kind][number][] = loaded?.plugin[kind] ?? [];
    if (parts.length === 1) return parts[0];
    const words = parts.map((part) => partName(kind, part)).join(', ');
    throw new PluginError(
      parts.length === 0 ? `this is no ${kindWord(kind)}` : `there are several ${kind} in it: ${words}`,
      {
        place: { file: loaded?.file ?? name },
        hint:
          parts.length === 0
            ? `Its default export is to be one ${kindWord(kind)}; see docs/plugins.md.`
            : `Name the module with --plugin, and the ${kindWord(kind)} by its name.`,
      },
    );
  }

  #merge<Part extends Plugin[PartKind][number]>(
    kind: PartKind,
    own: ReadonlyMap<string, Part>,
    guard: (part: Part, origin: string) => Part = (part) => part,
  ): ReadonlyMap<string, Part> {
    const merged = new Map(own);
    for (const { plugin, file } of this.#plugins) {
      for (const part of plugin[kind]) {
        const name = partName(kind, part);
        const key = `${kind} ${name}`;
        if (merged.has(name)) {
          throw twoOf(`${kind} are named ${JSON.stringify(name)}`, this.#origins.get(key) ?? OWN, file);
        }
        // The list of a kind holds parts of that kind, which was checked when it was read.
        const origin = `${plugin.name} ${plugin.version}`;
        merged.set(name, guard(part as Part, origin));
        this.#origins.set(key, origin);
      }
    }
    return merged;
  }
}

const OWN = 'touchstone';

function twoOf(what: string, one: string, other: string): PluginError {
  return new PluginError(`two ${what}: one of ${one}, one of ${other}`, {
    hint: 'Leave one out, or give it another name; a file with one part alone is named after the file.',
  });
}
