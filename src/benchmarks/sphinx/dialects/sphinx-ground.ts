import { bracketedGrounding } from '../../../models/dialects/bracketed/bracketed-grounding.js';
import { extractGroundedActionAsReference } from '../../../models/dialects/bracketed/extract-action.js';
import { parseAsPublished } from './parse-as-published.js';

const FAMILY = 'sphinx_ground';

/** SPHINX's grounding questions, and how its code reads the answers. Source: SPHINX paper, GUI grounding. */
export const sphinxGround = bracketedGrounding({
  family: FAMILY,
  title: 'SPHINX grounding questions, elements by index',
  references: {
    sphinx: (text, context) =>
      parseAsPublished(text, context, { family: FAMILY, by: 'widget' }, extractGroundedActionAsReference),
  },
});
