import type { VectorSuite } from '../vector-suite.js';
import { faultRules } from './fault-rules.js';
import { outputs } from './outputs.js';
import { phoneAnswers } from './phone-answers.js';

/** Vectors of what Android devices answer over ADB. */
export const suites: readonly VectorSuite[] = [faultRules, outputs, phoneAnswers];
