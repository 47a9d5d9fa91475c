import type { PaperColumn, PaperRow, PaperTable } from '../../paper-tables/paper-table.js';
import type { Recipe } from '../../paper-tables/recipe.js';
import {
  agentRecipe,
  CONDITIONS,
  DATA,
  MAIN,
  ownModel,
  PAPER,
  UNRELEASED,
  type Level,
  releasedModel,
} from './odyssey-paper.js';

/** Parts of a row, as the paper's columns call them. */
const LEVELS = [
  ['high', 'HL'],
  ['low', 'LL'],
] as const;

/** The paper's words for the categories, and ours. */
const CATEGORIES = {
  Tool: 'General Tool',
  Information: 'Information Management',
  Shopping: 'Web Shopping',
  Media: 'Media Entertainment',
  Social: 'Social Sharing',
  'Multi-Apps': 'Multi Apps',
  Overall: 'Overall',
} as const;

const COLUMNS: readonly PaperColumn[] = Object.entries(CATEGORIES).flatMap(([group, ours]) =>
  LEVELS.map(([part, title]) => ({
    title,
    group,
    digits: 2,
    from: { type: 'cell', part, table: 'guiodyssey-categories', column: 'AMS', group: ours } as const,
  })),
);

const ZERO_SHOT = 'zero-shot';
const WITH_TAGS = 'zero-shot with OmniParser';
const FINE_TUNED = 'fine-tuned';

type Kind = Pick<PaperRow, 'status' | 'why' | 'model' | 'runs' | 'conditions'>;

/** A model that its vendor serves, asked in the words of the paper's figure. */
function closed(name: string, ids: readonly string[]): Kind {
  return {
    status: 'runs',
    model: { name, ids },
    runs: LEVELS.map(([level]): Recipe => ({
      part: level,
      benchmark: 'guiodyssey',
      settings: {
        agent: 'direct',
        dialect: 'odyssey_command@closed',
        mode: 'reference',
        split: 'random',
        level,
        history: 'recorded',
        sample: 200,
      },
      prompts: { type: 'paper', where: 'figure 14' },
      sampling: { paper: null, code: null },
    })),
    conditions: [
      'The paper drew 200 test episodes and does not say which; here 200 are drawn by --seed.',
      'The paper does not say how these models were sampled, nor how many earlier actions they were told.',
    ],
  };
}

/** The same over numbered tags. */
const TAGGED: Kind = {
  status: 'no-reader',
  why: "The tags come from OmniParser's detections of each screenshot, which are not part of the data.",
  runs: [],
};

function tuned(shown = MAIN): Kind {
  return {
    status: 'model-unreleased',
    why: UNRELEASED,
    runs: LEVELS.map(([level]) => agentRecipe({ split: 'random', level, shown }, { part: level })),
  };
}

const WITHOUT_SCREENSHOTS = { ...MAIN, screenshots: false };

function released(level: Level): Recipe {
  return agentRecipe({ split: 'random', level }, { part: level, model: releasedModel(level) });
}

/** Rows in the paper's order; the numbers are those of high-level, then low-level instructions, by category. */
const ROWS: readonly (readonly [
  group: string,
  name: string,
  kind: Kind,
  high: readonly number[],
  low: readonly number[],
])[] = [
  [
    ZERO_SHOT,
    'GPT-4V',
    closed('GPT-4V', ['gpt-4-vision-preview', 'gpt-4-turbo']),
    [14.93, 14.69, 12.17, 10.8, 16.79, 11.54, 13.49],
    [40.86, 38.56, 36.04, 48.4, 43.21, 40.61, 41.28],
  ],
  [
    ZERO_SHOT,
    'GPT-4o',
    closed('GPT-4o', ['gpt-4o']),
    [14.15, 13.86, 11.69, 12.0, 18.14, 9.28, 13.19],
    [38.11, 42.4, 40.57, 52.4, 44.44, 38.35, 42.71],
  ],
  [
    ZERO_SHOT,
    'Claude3.5-sonnet',
    closed('Claude3.5-sonnet', ['claude-3-5-sonnet-20240620', 'claude-3-5-sonnet-20241022']),
    [22.99, 14.69, 12.17, 14.0, 16.79, 14.14, 15.8],
    [40.28, 34.56, 31.03, 37.6, 30.62, 31.0, 34.18],
  ],
  [
    ZERO_SHOT,
    'InternVL2-Pro',
    closed('InternVL2-Pro', ['InternVL2-Pro']),
    [19.45, 15.86, 17.18, 13.2, 14.81, 15.72, 16.04],
    [49.51, 40.23, 41.05, 51.6, 40.0, 41.52, 43.98],
  ],
  [
    ZERO_SHOT,
    'CogAgent',
    {
      status: 'no-reader',
      why: 'It is the 18B model of 2023, whose answers differ from those of the later 9B; which of its published templates was used is not said.',
      runs: [],
    },
    [18.81, 12.35, 13.02, 12.63, 14.72, 12.15, 13.95],
    [33.52, 29.79, 26.89, 25.8, 33.54, 33.09, 30.44],
  ],
  [
    ZERO_SHOT,
    'SphAgent',
    {
      status: 'no-reader',
      why: 'Neither its prompt nor the grammar of its answers is public.',
      runs: [],
    },
    [22.24, 17.43, 13.6, 15.54, 14.2, 12.89, 15.98],
    [36.81, 29.95, 25.08, 33.03, 28.83, 26.32, 30.0],
  ],
  [
    WITH_TAGS,
    'GPT-4V',
    TAGGED,
    [24.37, 22.44, 17.16, 18.65, 32.28, 24.21, 23.18],
    [56.03, 51.1, 46.75, 62.18, 59.18, 54.58, 54.97],
  ],
  [
    WITH_TAGS,
    'GPT-4o',
    TAGGED,
    [26.63, 23.45, 18.34, 19.17, 31.01, 23.39, 23.67],
    [55.28, 53.91, 47.63, 63.21, 61.08, 55.95, 56.18],
  ],
  [
    WITH_TAGS,
    'Claude3.5-sonnet',
    TAGGED,
    [39.2, 28.46, 27.22, 28.5, 40.82, 33.11, 32.88],
    [64.07, 61.92, 56.51, 66.84, 68.99, 65.12, 63.91],
  ],
  [
    WITH_TAGS,
    'InternVL2-Pro',
    TAGGED,
    [16.58, 16.03, 8.88, 16.58, 16.14, 13.95, 14.69],
    [58.04, 51.3, 49.7, 60.62, 53.8, 52.39, 54.31],
  ],
  [
    FINE_TUNED,
    'Qwen-VL',
    { ...tuned(WITHOUT_SCREENSHOTS), model: ownModel('Qwen-VL, fine-tuned') },
    [85.55, 68.04, 62.28, 77.56, 80.29, 74.27, 74.67],
    [90.79, 83.36, 80.67, 88.15, 88.36, 86.56, 86.32],
  ],
  [
    FINE_TUNED,
    'Qwen-VL*',
    {
      ...tuned(WITHOUT_SCREENSHOTS),
      model: ownModel('Qwen-VL, fine-tuned with annotations'),
      conditions: ['Its printed whole for low-level instructions is 0.03 above the mean of its categories.'],
    },
    [86.35, 72.01, 67.31, 80.33, 82.39, 77.52, 77.65],
    [90.99, 85.77, 82.86, 89.48, 88.01, 89.4, 87.78],
  ],
  [
    FINE_TUNED,
    'OdysseyAgent',
    { ...tuned(), model: ownModel('OdysseyAgent') },
    [86.01, 69.83, 65.19, 77.1, 81.47, 75.13, 75.79],
    [91.21, 83.37, 82.63, 88.55, 87.66, 87.84, 86.88],
  ],
  [
    FINE_TUNED,
    'OdysseyAgent*',
    { status: 'runs', runs: [released('high'), released('low')] },
    [86.82, 71.79, 68.58, 80.93, 82.88, 78.47, 78.24],
    [91.25, 86.58, 83.74, 89.66, 88.27, 89.39, 88.15],
  ],
];

/** Source: GUIOdyssey paper, Table 2. */
export const TABLE_2: PaperTable = {
  id: 'guiodyssey/table-2',
  paper: PAPER,
  title: 'AMS on the random split by category, high-level (HL) and low-level (LL) instructions',
  needs: [DATA],
  heads: ['Setting', 'Model'],
  columns: COLUMNS,
  rows: ROWS.map(([group, name, kind, high, low]): PaperRow => ({
    id: idOf(group, name),
    heads: [group, name],
    ...kind,
    published: high.flatMap((value, index) => [value, low[index] ?? null]),
  })),
  conditions: [...CONDITIONS, 'An asterisk: trained with the semantic annotations as well.'],
};

function idOf(group: string, name: string): string {
  const plain = name
    .toLowerCase()
    .replace('*', '-annotated')
    .replaceAll(/[^a-z0-9.]+/g, '-');
  return group === WITH_TAGS ? `omniparser-${plain}` : plain;
}
