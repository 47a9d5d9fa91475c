/**
 * What is measured apart: understanding the goal, knowing the app, planning (whether the goal is reached), grounding,
 * following instructions about the form of an answer; and navigation, which takes all of them together.
 *
 * Source: SPHINX paper, section 3.
 */
export const DIMENSIONS = [
  'goal',
  'knowledge',
  'planning',
  'grounding',
  'instructions',
  'navigation',
] as const;
export type Dimension = (typeof DIMENSIONS)[number];

/** How dimensions are called in tables and charts. */
export const DIMENSION_TITLES: Readonly<Record<Dimension, string>> = {
  goal: 'Goal understanding',
  knowledge: 'App knowledge',
  planning: 'Planning',
  grounding: 'Grounding',
  instructions: 'Instruction following',
  navigation: 'Navigation',
};

/** Whether tasks are a run's items in dimensions, which their first tag names. */
export function areInDimensions(tasks: Iterable<{ readonly tags: readonly string[] }>): boolean {
  for (const { tags } of tasks) {
    const [first, second] = tags;
    return second !== undefined && DIMENSIONS.some((dimension) => dimension === first);
  }
  return false;
}

/** How a question shows its screen: words of the UI hierarchy, the screenshot, or as the model's own dialect does. */
export const MODALITIES = ['text', 'vision', 'native'] as const;
export type Modality = (typeof MODALITIES)[number];
