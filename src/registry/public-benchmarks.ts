// Benchmarks of the public API, for callers that open one without the registry. An explicit list.
export { colorbenchBenchmark } from '../benchmarks/colorbench/colorbench-benchmark.js';
export {
  HistoryResampler,
  ODYSSEY_RESAMPLER,
  type ResamplerShape,
} from '../benchmarks/guiodyssey/history-resampler/history-resampler.js';
