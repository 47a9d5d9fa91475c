import type { VectorSuite } from '../vector-suite.js';
import { eventSequences } from './event-sequences.js';
import { gestures } from './gestures.js';
import { shellLines } from './shell-lines.js';
import { smartSocketSuite } from './smart-socket.js';
import { transportSuite } from './transport.js';

/** Vectors of phones over ADB. */
export const suites: readonly VectorSuite[] = [
  // One line each, so that they grow without conflicts.
  eventSequences,
  gestures,
  shellLines,
  smartSocketSuite,
  transportSuite,
];
