import type { AgentDefinition } from '../../agents/define-agent.js';
import type { BenchmarkDefinition } from '../../benchmarks/benchmark.js';
import type { Evaluator } from '../../evaluators/evaluator.js';
import type { TrainingFormat } from '../../exports/training/training-format.js';
import type { JudgeDefinition } from '../../judges/judge.js';
import type { Importer } from '../../formats/test-cases/importer.js';
import type { DialectFamily } from '../../models/dialects/define-dialect.js';
import type { Scanner } from '../../scanners/scanner.js';

/** Third-party parts, used by name like Touchstone's own. */
export interface Plugin {
  readonly kind: 'plugin';
  /** Letters, digits, `-`, `_`, `.`, and `@` and `/` of a package's scope. */
  readonly name: string;
  readonly version: string;
  readonly benchmarks: readonly BenchmarkDefinition[];
  readonly agents: readonly AgentDefinition[];
  readonly dialects: readonly DialectFamily[];
  readonly evaluators: readonly Evaluator[];
  readonly judges: readonly JudgeDefinition[];
  readonly exporters: readonly TrainingFormat[];
  readonly importers: readonly Importer[];
  readonly scanners: readonly Scanner[];
}

/** A plug-in as its author writes it: the kinds that it has nothing of are left out. */
export type PluginParts = Pick<Plugin, 'name' | 'version'> & Partial<Plugin>;

/**
 * A plug-in, the default export of a module: `export default definePlugin({ name, version, agents: [myAgent] })`. What it
 * holds is checked when somebody names it, with the file in the error.
 */
export function definePlugin({ name, version, ...parts }: PluginParts): Plugin {
  const none = {
    benchmarks: [],
    agents: [],
    dialects: [],
    evaluators: [],
    judges: [],
    exporters: [],
    importers: [],
    scanners: [],
  };
  return { ...none, ...parts, kind: 'plugin', name, version };
}
