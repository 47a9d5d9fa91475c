import type { VectorSuite } from '../vector-suite.js';
import { merge } from './merge.js';
import { parsers } from './parsers.js';
import { scoreSuites } from './score-suites.js';
import { transitionSuites } from './transition-suites.js';

export const suites: readonly VectorSuite[] = [...transitionSuites, ...scoreSuites, merge, parsers];
