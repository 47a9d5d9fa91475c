// A plug-in for Touchstone with a part of each kind, each in a file of its own.
import { definePlugin } from 'touchstone';
import { patientAgent } from './agent.js';
import { doorBenchmark } from './benchmark.js';
import { plainWords } from './dialect.js';
import { fewSteps } from './evaluator.js';
import { plainPairs } from './exporter.js';
import { ticketLines } from './importer.js';

export default definePlugin({
  name: 'touchstone-plugin-example',
  version: '1.0.0',
  benchmarks: [doorBenchmark],
  agents: [patientAgent],
  dialects: [plainWords],
  evaluators: [fewSteps],
  exporters: [plainPairs],
  importers: [ticketLines],
});
