import type { VectorSuite } from '../vector-suite.js';
import { converterSuite } from './converter.js';
import { ratiosSuite } from './ratios.js';
import { readAnswerSuites } from './read-answers.js';

export const suites: readonly VectorSuite[] = [...readAnswerSuites, converterSuite, ratiosSuite];
