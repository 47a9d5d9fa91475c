import type { VectorSuite } from '../vector-suite.js';
import { parse } from './parse.js';

export const suites: readonly VectorSuite[] = [parse];
