import { formatItems } from '../../dimensions/format-items.js';
import { questionSource } from '../../dimensions/question-source.js';
import type { OpenSphinxSource } from './sphinx-source.js';

/** The tasks are made, not read: a run names the seed by the version of the benchmark. */
const SEED = 1;

/**
 * Focused context: nothing but an action to repeat in its exact form, as many times as the paper has. The published tasks
 * were not released; these are re-created over both of SPHINX's grammars.
 *
 * Source: SPHINX paper, section 3.3.5.
 */
export const openInstructions: OpenSphinxSource = async ({ signal }) =>
  questionSource(
    { dimension: 'instructions', warnings: [], files: () => [], questions: () => formatItems(SEED) },
    { signal },
  );
