import type { VectorSuite } from '../vector-suite.js';
import { parse } from './parse.js';
import { resize } from './resize.js';

export const suites: readonly VectorSuite[] = [parse, resize];
