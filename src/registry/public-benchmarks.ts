// Benchmarks of the public API, for whoever opens one without the registry. Listed by hand.
export { colorbenchBenchmark } from '../benchmarks/colorbench/colorbench-benchmark.js';
