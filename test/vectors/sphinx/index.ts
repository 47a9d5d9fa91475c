import type { VectorSuite } from '../vector-suite.js';
import { findElementSuite } from './find-element.js';
import { renderSuites } from './render.js';

export const suites: readonly VectorSuite[] = [findElementSuite, ...renderSuites];
