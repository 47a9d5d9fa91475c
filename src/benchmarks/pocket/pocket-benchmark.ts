import { fileURLToPath } from 'node:url';
import { OWN_PACKAGE } from '../../own-package.js';
import { POCKET_EXAMPLES } from './pocket-examples.js';
import { worldBenchmark } from '../suite/world-benchmark.js';

/** Folder of the recorded phone that comes with Touchstone; `pocket/build.ts` draws it. */
export const POCKET_FOLDER = fileURLToPath(new URL('worlds/pocket', OWN_PACKAGE));

/**
 * Pocket: a recorded phone of ten invented apps, and tasks in English and Chinese, inside one app and across several. A
 * task succeeds when its milestones are reached in order and all its evaluator rules hold.
 */
export const pocketBenchmark = worldBenchmark(POCKET_FOLDER, {
  name: 'pocket',
  title: 'Pocket: a recorded phone of ten apps, bundled',
  splits: ['all', 'single', 'cross'],
  examples: POCKET_EXAMPLES,
});
