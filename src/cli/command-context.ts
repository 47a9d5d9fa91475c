import type { AppContext } from '../app/app-context.js';
import type { BenchmarkDefinition } from '../benchmarks/benchmark.js';
import type { TrainingFormat } from '../exports/training/training-format.js';

/**
 * What every command gets from the process, so that tests can pass their own. The first Ctrl-C is `interrupted`, the
 * second `killed`.
 */
export interface CommandContext extends AppContext {
  readonly stdin: NodeJS.ReadableStream & { readonly isTTY?: boolean };
  readonly stdout: NodeJS.WritableStream & { readonly isTTY?: boolean; readonly columns?: number };
  readonly stderr: NodeJS.WritableStream & { readonly isTTY?: boolean; readonly columns?: number };
  /** Benchmarks of plug-ins whose examples help shows besides Touchstone's own; none unless named. */
  readonly namedBenchmarks?: readonly BenchmarkDefinition[];
  /** Formats of plug-ins that `export` is to have commands for; none unless named. */
  readonly namedExporters?: readonly TrainingFormat[];
  /** What the first Ctrl-C is answered with from here on, for commands that have no step to finish: `stopping the phones`. */
  sayOnInterrupt(what: string): void;
  setExitCode(code: number): void;
}
