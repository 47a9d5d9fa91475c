import type { PaperRow } from '../../paper-tables/paper-table.js';
import type { PaperModel, Recipe, RecipePrompts, RecipeSettings } from '../../paper-tables/recipe.js';

/** As tables name it. */
export const PAPER = 'SPHINX (Ran et al., 2025)';

const REPOSITORY = 'PKU-ASE-RISE/Sphinx';

export const DATA =
  'task_info_all.json, groundtruth/, questions.json and lowlevel_tasks/ (--data): `touchstone data check sphinx DIR`';

/** What the authors' code does to what one model is sent. Source: reference code, `LLMs/`. */
interface Wrapper {
  /** Code points that each text is cut to. */
  readonly textCharacters?: number;
  /** Pictures are a third of their size. */
  readonly small?: boolean;
}

interface PublishedModel {
  readonly ids: readonly string[];
  readonly wrapper: Wrapper;
}

const WHOLE: Wrapper = {};

/** The paper's models, by its own names. The paper does not say which version; the ids are those of the code. */
const MODELS: Readonly<Record<string, PublishedModel>> = {
  'GPT-4-Turbo': { ids: ['gpt-4-turbo'], wrapper: WHOLE },
  'GPT-4o': { ids: ['gpt-4o'], wrapper: WHOLE },
  'GPT-4o-Mini': { ids: ['gpt-4o-mini'], wrapper: WHOLE },
  'Qwen-VL-Plus': {
    ids: ['qwen-vl-plus-2023-12-01', 'qwen-vl-plus'],
    wrapper: { textCharacters: 20_000, small: true },
  },
  'Qwen-VL-Max': {
    ids: ['qwen-vl-max-0201', 'qwen-vl-max'],
    wrapper: { textCharacters: 15_000, small: true },
  },
  'DeepSeek-V2': { ids: ['DeepSeek-V2-Chat', 'deepseek-chat'], wrapper: WHOLE },
  'Llama3-8B': { ids: ['Meta-Llama-3-8B-Instruct'], wrapper: { textCharacters: 30_000 } },
  'Llama3-70B': { ids: ['Meta-Llama-3-70B-Instruct'], wrapper: { textCharacters: 30_000 } },
  'Llama3.2-11B': { ids: ['Llama-3.2-11B-Vision-Instruct'], wrapper: { textCharacters: 20_000 } },
};

/** The model that put replies into form. Source: SPHINX paper, section 5.2.1. */
const REPAIRER = 'DeepSeek-V2';

/** The paper's model by its name there. */
export function paperModel(name: string): PaperModel {
  return { name, ids: MODELS[name]?.ids ?? [] };
}

const SAMPLING: Recipe['sampling'] = { paper: null, code: { temperature: 0.2 } };

/** What a model is shown of each screen, as the paper's Table 5 has it. */
export type Shown = 'simplified' | 'tree' | 'annotated' | 'image';

const ASKED: Readonly<Record<Shown, { readonly dialect: string; readonly set: string }>> = {
  simplified: { dialect: 'sphinx_id@simplified', set: 'sphinx.react.simplified' },
  tree: { dialect: 'sphinx_id@tree', set: 'sphinx.react.tree' },
  annotated: { dialect: 'sphinx_id@annotated_image', set: 'sphinx.react.annotated' },
  image: { dialect: 'sphinx_coord', set: 'sphinx.react.image' },
};

function official(set: string): RecipePrompts {
  return { type: 'official', set, repository: REPOSITORY };
}

type More = Pick<Recipe, 'part' | 'runOf' | 'model'>;

/** Where whole tasks are done: on recorded screens, or as the paper did, on phones. */
export type Place = 'recordings' | 'phones';

/** Settings of runs on phones as the paper's. There is no list of forbidden actions in its code. */
const ON_PHONES = { env: 'android', forbid: [], benchmarkOptions: { reset: 'clear' } } as const;

/** Whole tasks by the paper's ReAct agent. */
export function navigationRecipe(
  model: string,
  shown: Shown,
  {
    split = 'all',
    place = 'recordings',
    ...more
  }: More & { readonly split?: 'all' | 'no-login'; readonly place?: Place } = {},
): Recipe {
  const { dialect, set } = ASKED[shown];
  const { textCharacters, small = false } = MODELS[model]?.wrapper ?? WHOLE;
  const isPicture = shown === 'annotated' || shown === 'image';
  return {
    benchmark: 'sphinx',
    settings: {
      agent: 'react',
      dialect,
      mode: 'reference',
      split,
      dimensions: 'navigation',
      ...(place === 'phones' ? ON_PHONES : {}),
      ...(textCharacters === undefined ? {} : { dialectOptions: { textCharacters } }),
      ...(isPicture && small ? { picture: 'scale:0.33:jpeg' } : {}),
      // The model is told the size of the phone, whatever it is sent.
      ...(shown === 'image' && small ? { coordinates: 'resized:768x1280' } : {}),
    },
    prompts: official(set),
    sampling: SAMPLING,
    ...more,
  };
}

/** Option of the agent that names the file of what it has learned. */
function documentsOf(place: Place): Readonly<Record<string, string>> {
  const where = place === 'phones' ? '--env android ' : '';
  return {
    documents: `run \`touchstone run sphinx ${where}--dimensions navigation --split no-login --agent appagent-explore …\`, then \`touchstone documents RUN > documents.json\``,
  };
}

/** Whole tasks by AppAgent, of apps that need no account. */
export function appAgentRecipe({
  documents,
  place,
}: {
  readonly documents: boolean;
  readonly place: Place;
}): Recipe {
  return {
    benchmark: 'sphinx',
    settings: {
      agent: 'appagent',
      dialect: 'appagent@sphinx',
      mode: 'reference',
      split: 'no-login',
      dimensions: 'navigation',
      ...(place === 'phones' ? ON_PHONES : {}),
    },
    prompts: official('sphinx.appagent'),
    sampling: SAMPLING,
    ...(documents ? { files: documentsOf(place) } : {}),
  };
}

/** Questions of some dimensions. */
export function questionRecipe(
  dimensions: string,
  {
    modality,
    repairs = false,
    part,
  }: Pick<RecipeSettings, 'modality'> & Pick<Recipe, 'part'> & { readonly repairs?: boolean },
): Recipe {
  return {
    benchmark: 'sphinx',
    ...(part === undefined ? {} : { part }),
    settings: {
      agent: 'react',
      dialect: ASKED.tree.dialect,
      mode: 'reference',
      split: 'all',
      dimensions,
      ...(modality === undefined ? {} : { modality }),
      ...(repairs ? { agentOptions: { repair: true } } : {}),
    },
    prompts: official(ASKED.tree.set),
    sampling: SAMPLING,
    ...(repairs ? { roles: { repair: REPAIRER } } : {}),
  };
}

/** Requests for one exact form, made anew. */
export function formRecipe(part: string): Recipe {
  return {
    ...questionRecipe('instructions', { part }),
    prompts: { type: 'unknown', why: 'the requests were never released' },
  };
}

/** What of the authors' wrapper of a model questions are not sent with. */
export function questionConditions(model: string): readonly string[] {
  const { textCharacters, small = false } = MODELS[model]?.wrapper ?? WHOLE;
  if (textCharacters === undefined) return [];
  const pictures = small ? ', and its pictures are a third of their size' : '';
  return [
    `In the authors' code each text for this model is cut to ${textCharacters} characters${pictures}; questions are sent whole.`,
  ];
}

/** What holds of whole tasks. */
export const NAVIGATION_CONDITIONS: readonly string[] = [
  'The paper drove an emulator (Nexus 4, Android 12). In rows of status recordings those of each app are laid over each other, and what leaves them is undecided: docs/benchmarks/sphinx.md.',
  'The paper does not say which versions of the models were asked, nor the temperature; both are those of the released code.',
];

/** Ends the ids of rows that are run on phones. */
const PHONES_SUFFIX = 'on-phones';

/** What a table with rows on phones needs. */
export const PHONES_NEEDED =
  'for rows on phones: phones or emulators of the adb server that have the apps (`touchstone devices`), and for apps with an account SPHINX_USERNAME and SPHINX_PASSWORD';

/** What holds of a table's rows on phones. */
export function phoneConditions(table: string): string {
  return `Rows that end in \`-${PHONES_SUFFIX}\` need phones: \`touchstone reproduce ${table} --row ROW --device SERIAL --data DIR --model NAME --base-url URL\` runs one, with \`--dry-run\` it prints the command. Apps are of the versions that the phones have, and their data are removed where the paper installed them again.`;
}

/** A row of whole tasks, done on recordings or on phones. */
export function inPlace(place: Place, row: Omit<PaperRow, 'status'>): PaperRow {
  if (place === 'recordings') return { ...row, status: 'recordings' };
  const heads = [...row.heads.slice(0, -1), `${row.heads.at(-1) ?? ''}, on phones`];
  return { ...row, id: rowId(row.id, PHONES_SUFFIX), heads, status: 'phones' };
}

/** What holds of questions. */
export const QUESTION_CONDITIONS: readonly string[] = [
  'The paper does not say which versions of the models were asked, nor the temperature; both are those of the released code.',
];

/** A name as an id: `GPT-4o-Mini` is `gpt-4o-mini`. */
export function rowId(...words: readonly string[]): string {
  return words
    .join('-')
    .toLowerCase()
    .replaceAll(/[^a-z0-9.]+/g, '-');
}

/** What a model that takes no pictures has printed, by place: nothing. */
export function isTextOnly(published: readonly (number | null)[], from: number): boolean {
  return published.slice(from).every((value) => value === null);
}
