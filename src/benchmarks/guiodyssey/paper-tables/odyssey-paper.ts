import type { CellPlace, PaperColumn } from '../../paper-tables/paper-table.js';
import type { PaperModel, Recipe, RecipePrompts } from '../../paper-tables/recipe.js';

/** As tables name it. */
export const PAPER = 'GUIOdyssey (arXiv 2406.08451)';

const REPOSITORY = 'OpenGVLab/GUI-Odyssey';

export const DATA = 'annotations/, screenshots/ and splits/ (--data): `touchstone data check guiodyssey DIR`';

/** Source: reference code, `evaluate_GUIOdyssey.py`; the sampling is that of its own models. */
export const CONDITIONS: readonly string[] = [
  'OdysseyAgent resamples earlier screenshots into 256 tokens; a served model is sent them as pictures of at most 448 pixels a side.',
];

const SAMPLING: Recipe['sampling'] = {
  paper: null,
  code: { temperature: 0, maxOutputTokens: 30, seed: 2024 },
};

export type Level = 'high' | 'low';

/** What of earlier steps is shown. */
export type Shown = Readonly<Record<'actions' | 'screenshots' | 'context', boolean>>;

/** The paper's main condition. */
export const MAIN: Shown = { actions: true, screenshots: true, context: false };

/** A run of the paper's own agent, of the latest four steps. */
export function agentRecipe(
  { split, level, shown = MAIN }: { readonly split: string; readonly level: Level; readonly shown?: Shown },
  more: Pick<Recipe, 'part' | 'runOf' | 'model'> = {},
): Recipe {
  return {
    benchmark: 'guiodyssey',
    settings: {
      agent: 'odyssey',
      agentOptions: { ...shown, ...(shown.context ? { annotated: true } : {}) },
      dialect: 'odyssey_command@odyssey_agent',
      mode: 'reference',
      split,
      level,
      history: 'recorded',
    },
    prompts: promptsOf(shown),
    sampling: SAMPLING,
    ...more,
  };
}

/** The published script always tells of actions, and never of contexts. */
function promptsOf({ actions, screenshots, context }: Shown): RecipePrompts {
  const official = { type: 'official', repository: REPOSITORY } as const;
  if (!actions || context) {
    return {
      ...official,
      set: null,
      lacks: 'the published script has no prompt without earlier actions, and none with contexts',
    };
  }
  return { ...official, set: 'odyssey.agent', ...(screenshots ? {} : { options: { imageHistory: 'no' } }) };
}

/** A model of the authors that nobody else has. */
export function ownModel(name: string): PaperModel {
  return { name, ids: [] };
}

/** A run of the model that is public: trained with annotations on the random split, for one kind of instructions. */
export function releasedRecipe(level: Level): Recipe {
  const name = `OdysseyAgent-random-${level}`;
  return {
    benchmark: 'guiodyssey',
    settings: {
      agent: 'direct',
      dialect: 'odyssey_command@odyssey_agent_served',
      mode: 'reference',
      split: 'random',
      level,
      history: 'recorded',
    },
    prompts: { type: 'dialect', repository: REPOSITORY },
    sampling: SAMPLING,
    model: { name, ids: [name] },
  };
}

export const UNRELEASED =
  'Weights of this version are public for the random split with annotations alone (OdysseyAgent-random-high and -random-low); what else is named like this belongs to the first version of the data.';

/** AMS or SR over a whole split. */
export function overall(measure: 'AMS' | 'SR', part?: string): CellPlace {
  return {
    type: 'cell',
    ...(part === undefined ? {} : { part }),
    table: 'guiodyssey-categories',
    column: measure,
    group: 'Overall',
  };
}

/** AMS and SR of each part, and their means. */
export function splitColumns(parts: readonly string[]): readonly PaperColumn[] {
  const measures = ['AMS', 'SR'] as const;
  return [
    ...parts.flatMap((part) =>
      measures.map((title) => ({
        title,
        group: `Test-${part.charAt(0).toUpperCase()}${part.slice(1)}`,
        digits: 2,
        from: overall(title, part),
      })),
    ),
    ...measures.map((title) => ({
      title,
      group: 'Overall',
      digits: 2,
      from: { type: 'mean' as const, of: parts.map((part) => overall(title, part)) },
    })),
  ];
}
