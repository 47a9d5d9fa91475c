import type { PaperColumn, PaperRow, PaperTable } from '../../paper-tables/paper-table.js';
import type { Recipe } from '../../paper-tables/recipe.js';
import { PUBLISHED_RANDOM } from '../published/published-odyssey.js';
import {
  agentRecipe,
  CONDITIONS,
  DATA,
  MAIN,
  ownModel,
  PAPER,
  UNRELEASED,
  releasedRecipe,
} from './odyssey-paper.js';

/** Role of the model that finds the elements behind tags. */
const DETECTOR = 'detector';

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

type Kind = Pick<PaperRow, 'status' | 'why' | 'model' | 'runs' | 'conditions'>;

/** A model that its vendor serves, asked in the words of the paper's figure. */
function closed(name: string, ids: readonly string[], hasTags: boolean): Kind {
  return {
    status: 'runs',
    model: { name, ids },
    runs: LEVELS.map(([level]): Recipe => ({
      part: level,
      benchmark: 'guiodyssey',
      settings: {
        agent: 'direct',
        dialect: hasTags ? 'odyssey_marks' : 'odyssey_command@closed',
        mode: 'reference',
        split: 'random',
        level,
        history: 'recorded',
        sample: 200,
      },
      prompts: { type: 'paper', where: 'figure 14' },
      sampling: { paper: null, code: null },
      ...(hasTags ? { roles: { [DETECTOR]: 'OmniParser' } } : {}),
    })),
    conditions: [
      'The paper drew 200 test episodes and does not say which; here 200 are drawn by --seed.',
      'The paper does not say how these models were sampled, nor how many earlier actions they were told.',
      ...(hasTags
        ? [
            'The paper does not say which OmniParser found the elements; here it is the one of --role detector or of the files of --elements.',
            'An earlier touch is told by the tag that lies at its place; the paper does not say how it was told.',
          ]
        : []),
    ],
  };
}

function tuned(shown = MAIN): Kind {
  return {
    status: 'model-unreleased',
    why: UNRELEASED,
    runs: LEVELS.map(([level]) => agentRecipe({ split: 'random', level, shown }, { part: level })),
  };
}

const WITHOUT_SCREENSHOTS = { ...MAIN, screenshots: false };

const NOT_READ: Kind = {
  status: 'no-reader',
  why: 'Neither its prompt nor the grammar of its answers is public.',
  runs: [],
};

/** Models that vendors serve, by the paper's names, with the ids that they have there. */
const CLOSED: Readonly<Record<string, readonly string[]>> = {
  'GPT-4V': ['gpt-4-vision-preview', 'gpt-4-turbo'],
  'GPT-4o': ['gpt-4o'],
  'Claude3.5-sonnet': ['claude-3-5-sonnet-20240620', 'claude-3-5-sonnet-20241022'],
  'InternVL2-Pro': ['InternVL2-Pro'],
};

/** Other models by the paper's names. */
const KINDS: Readonly<Record<string, Kind>> = {
  CogAgent: {
    status: 'no-reader',
    why: 'It is the 18B model of 2023, whose answers differ from those of the later 9B; which of its published templates was used is not said.',
    runs: [],
  },
  SphAgent: NOT_READ,
  'Qwen-VL': { ...tuned(WITHOUT_SCREENSHOTS), model: ownModel('Qwen-VL, fine-tuned') },
  'Qwen-VL*': {
    ...tuned(WITHOUT_SCREENSHOTS),
    model: ownModel('Qwen-VL, fine-tuned with annotations'),
    conditions: ['Its printed whole for low-level instructions is 0.03 above the mean of its categories.'],
  },
  OdysseyAgent: { ...tuned(), model: ownModel('OdysseyAgent') },
  'OdysseyAgent*': {
    status: 'runs',
    runs: LEVELS.map(([level]) => ({ ...releasedRecipe(level), part: level })),
    conditions: [
      "It runs in the authors' code, behind an endpoint that reads pictures by their paths (docs/dialects/odyssey_command.md).",
    ],
  },
};

/** Source: GUIOdyssey paper, Table 2. */
export const TABLE_2: PaperTable = {
  id: 'guiodyssey/table-2',
  paper: PAPER,
  title: 'AMS on the random split by category, high-level (HL) and low-level (LL) instructions',
  needs: [
    DATA,
    'for OdysseyAgent* the folder of the screenshots on its server (--dialect-option images=FOLDER)',
    'for rows with OmniParser its elements: a server (--role detector=FILE) or its outputs (--elements FOLDER)',
  ],
  heads: ['Setting', 'Model'],
  columns: COLUMNS,
  rows: PUBLISHED_RANDOM.map(({ group, model, high, low }): PaperRow => {
    const hasTags = group.includes('OmniParser');
    return {
      id: idOf(model, hasTags),
      heads: [group, model],
      ...kindOf(model, hasTags),
      published: high.flatMap((value, index) => [value, low[index] ?? null]),
    };
  }),
  conditions: [...CONDITIONS, 'An asterisk: trained with the semantic annotations as well.'],
};

/** By position, or by tags where OmniParser finds the elements. */
function kindOf(model: string, hasTags: boolean): Kind {
  const ids = CLOSED[model];
  return ids === undefined ? (KINDS[model] ?? NOT_READ) : closed(model, ids, hasTags);
}

function idOf(model: string, hasTags: boolean): string {
  const plain = model
    .toLowerCase()
    .replace('*', '-annotated')
    .replaceAll(/[^a-z0-9.]+/g, '-');
  return hasTags ? `omniparser-${plain}` : plain;
}
