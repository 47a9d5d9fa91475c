import type { VectorSuite } from '../vector-suite.js';
import { walkSuite } from './walk.js';

export const suites: readonly VectorSuite[] = [walkSuite];
