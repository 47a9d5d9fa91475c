import { bracketedByElement } from '../../../models/dialects/bracketed/bracketed-by-element.js';
import { extractActionAsReference } from '../../../models/dialects/bracketed/extract-action.js';
import { parseAsPublished } from './parse-as-published.js';

const FAMILY = 'sphinx_id';

/** SPHINX's grammar by element, and how its code reads it. Source: SPHINX paper, table 2 and ReAct agent. */
export const sphinxId = bracketedByElement({
  family: FAMILY,
  title: 'SPHINX, elements by index: any model that reads text or marks',
  references: {
    sphinx: (text, context) =>
      parseAsPublished(text, context, { family: FAMILY, by: 'widget' }, extractActionAsReference),
  },
});
