import { fileURLToPath } from 'node:url';
import { OWN_PACKAGE } from '../../own-package.js';
import type { BenchmarkDefinition } from '../benchmark.js';
import { openSuite } from '../suite/suite-benchmark.js';

/** Folder of the recorded phone that comes with Touchstone; `pocket/build.ts` draws it. */
export const POCKET_FOLDER = fileURLToPath(new URL('worlds/pocket', OWN_PACKAGE));

/**
 * Pocket: a recorded phone of ten invented apps, and tasks in English and Chinese, inside one app and across several. A
 * task succeeds when its milestones are reached in order and all its evaluator rules hold.
 */
export const pocketBenchmark: BenchmarkDefinition = {
  name: 'pocket',
  title: 'Pocket: a recorded phone of ten apps, bundled',
  protocol: 'interactive',
  defaultMode: 'corrected',
  splits: ['all', 'single', 'cross'],
  needsData: false,
  open: (options) => openSuite(POCKET_FOLDER, options),
};
