import { UserError } from '../../errors.js';
import { DIMENSIONS, MODALITIES } from '../dimensions/dimension.js';
import type { Dimension, Modality } from '../dimensions/dimension.js';
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

/** What stands for all dimensions or modalities. */
const ALL = 'all';

/** The dimensions that a setting names, comma-separated, in their own order; all there are unless it does. @throws {UserError} */
export function chosenDimensions(given: unknown): readonly Dimension[] {
  return chosen(given ?? ALL, DIMENSIONS, 'dimension');
}

/** The modalities that a setting names; the paper's two unless it does. @throws {UserError} */
export function chosenModalities(given: unknown): readonly Modality[] {
  return chosen(given ?? 'text,vision', MODALITIES, 'modality');
}

function chosen<const T extends string>(given: unknown, known: readonly T[], what: string): readonly T[] {
  const names = String(given)
    .split(',')
    .map((name) => name.trim());
  if (names.includes(ALL)) return known;
  const stranger = names.find((name) => !known.some((one) => one === name));
  if (stranger !== undefined) {
    throw new UserError(`sphinx has no ${what} "${stranger}"`, {
      hint: `It has ${known.join(', ')}, or ${ALL} of them; several are separated by commas.`,
    });
  }
  return known.filter((name) => names.includes(name));
}
