// A plug-in for Touchstone: a benchmark, an agent, an evaluator and a dialect, each in a file of its own.
import { definePlugin } from 'touchstone';
import { patientAgent } from './agent.js';
import { doorBenchmark } from './benchmark.js';
import { plainWords } from './dialect.js';
import { fewSteps } from './evaluator.js';

export default definePlugin({
  name: 'touchstone-plugin-example',
  version: '1.0.0',
  benchmarks: [doorBenchmark],
  agents: [patientAgent],
  dialects: [plainWords],
  evaluators: [fewSteps],
});
