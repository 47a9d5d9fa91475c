import { fileURLToPath } from 'node:url';
import { worldBenchmark } from 'touchstone/benchmarks';

/** A recorded world with its tasks: graph.json and suite.json, as docs/formats.md describes them. */
export const doorBenchmark = worldBenchmark(fileURLToPath(new URL('world', import.meta.url)), {
  name: 'door',
  title: 'a door that opens after a while',
  splits: ['all'],
  examples: { run: ['touchstone run door --plugin touchstone-plugin-example --agent patient'] },
});
