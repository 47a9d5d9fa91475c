import { bracketedByPosition } from '../../../models/dialects/bracketed/bracketed-by-position.js';
import { extractActionAsReference } from '../../../models/dialects/bracketed/extract-action.js';
import { parseAsPublished } from './parse-as-published.js';

const FAMILY = 'sphinx_coord';

/** SPHINX's grammar by position, and how its code reads it. Source: SPHINX paper, table 2 and ReAct agent. */
export const sphinxCoord = bracketedByPosition({
  family: FAMILY,
  title: 'SPHINX, positions in pixels of the screenshot: any model that sees',
  references: {
    sphinx: (text, context, { coordinates }) =>
      parseAsPublished(text, context, { family: FAMILY, by: 'point', coordinates }, extractActionAsReference),
  },
});
