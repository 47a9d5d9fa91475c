import { shellLines } from './shell-lines.js';
import type { VectorSuite } from '../vector-suite.js';

export const suites: readonly VectorSuite[] = [shellLines];
