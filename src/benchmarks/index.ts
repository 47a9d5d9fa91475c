// Public API for benchmarks of one's own. The list is explicit: what is not here may change without notice.
export type {
  Benchmark,
  BenchmarkDefinition,
  BenchmarkItem,
  ItemSource,
  MainMetric,
  OpenBenchmarkOptions,
  PredictionReader,
  Protocol,
  RecordedWorld,
  Recordings,
  SavedEpisode,
  SavedRunReader,
  Scorer,
  SharedRandomStream,
} from './benchmark.js';
export { defineBenchmark } from './define-benchmark.js';
export { openSuite } from './suite/suite-benchmark.js';
export { worldBenchmark } from './suite/world-benchmark.js';
