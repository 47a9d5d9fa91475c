import { readPublishedAppAgent } from '../../../models/dialects/appagent/published-reader.js';
import type { PublishedReader } from '../../../models/dialects/define-dialect.js';

/**
 * How SPHINX's code reads the answers of families that are not its own, `reference:sphinx`. Deviation: a grid's swipe starts where
 * it was meant to, as its records say, and areas beyond the grid are refused.
 */
export const SPHINX_READERS: Readonly<Record<string, PublishedReader>> = {
  appagent: (text, context) =>
    readPublishedAppAgent(text, context, { over: 'elements', textNamesElement: true }),
  appagent_grid: (text, context) =>
    readPublishedAppAgent(text, context, { over: 'grid', textNamesElement: true, repairsGrid: true }),
};
