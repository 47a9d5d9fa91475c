import type { PublishedReader } from '../../../models/dialects/define-dialect.js';
import { parseAppAgentAsReference } from './read-appagent.js';

/** How SPHINX's code reads the answers of families that are not its own, `reference:sphinx`. */
export const SPHINX_READERS: Readonly<Record<string, PublishedReader>> = {
  appagent: (text, context) => parseAppAgentAsReference(text, context, 'explore'),
  appagent_grid: (text, context) => parseAppAgentAsReference(text, context, 'grid'),
};
