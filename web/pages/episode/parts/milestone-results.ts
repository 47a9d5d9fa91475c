/** What became of one milestone, as a milestone evaluator records it in its details. */
export interface MilestoneResult {
  readonly title: string;
  readonly abilities: readonly string[];
  /** From 0; null when it was not reached. */
  readonly step: number | null;
}

/** The milestones in the details of a score; empty when it has none. Details are free-form data of an evaluator. */
export function milestoneResults(details: unknown): readonly MilestoneResult[] {
  if (!isRecord(details) || !Array.isArray(details['milestones'])) return [];
  return details['milestones'].filter(isRecord).map((milestone) => {
    const { id, title, abilities, step } = milestone;
    return {
      title:
        typeof title === 'string'
          ? title
          : typeof id === 'string' || typeof id === 'number'
            ? String(id)
            : '',
      abilities: Array.isArray(abilities) ? abilities.filter((ability) => typeof ability === 'string') : [],
      step: typeof step === 'number' ? step : null,
    };
  });
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
