import type { VectorSuite } from '../vector-suite.js';
import { readAnswerSuites } from './read-answers.js';

export const suites: readonly VectorSuite[] = readAnswerSuites;
