import type { Dimension } from '../../dimensions/dimension.js';
import { openGrounding } from './grounding-source.js';
import { openInstructions } from './instructions-source.js';
import { openKnowledge } from './knowledge-source.js';
import { openNavigation } from './navigation-source.js';
import { openPlanning } from './planning-source.js';
import type { OpenSphinxSource } from './sphinx-source.js';

/** Every dimension that SPHINX can be run in, by where its items come from. */
export const SPHINX_SOURCES: Readonly<Record<Dimension, OpenSphinxSource>> = {
  goal: openKnowledge('goal'),
  knowledge: openKnowledge('knowledge'),
  planning: openPlanning,
  grounding: openGrounding,
  instructions: openInstructions,
  navigation: openNavigation,
};
