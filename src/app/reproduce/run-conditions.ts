import { sentSampling, type PaperModel, type Recipe } from '../../benchmarks/paper-tables/recipe.js';
import { promptSourceText } from '../../domain/prompts/prompt-source.js';
import { plural } from '../../domain/text/plural.js';
import { given } from '../../domain/given.js';
import { SETTINGS, type SettingKey } from '../settings/setting.js';
import type { MeasuredRun } from './measured-run.js';
import { setOptions } from './recipe-flags.js';
import { samplingText } from './show-paper-table.js';

/** Something that is otherwise than in the paper. */
export interface Condition {
  readonly what: string;
  readonly paper: string;
  readonly here: string;
}

/** Settings that change what is asked, shown or judged, other than models, sampling and prompts, with the words for each. */
const COMPARED = {
  env: 'where tasks are done',
  forbid: 'forbidden actions',
  agent: 'agent',
  agentOptions: 'switches of the agent',
  dialect: 'dialect',
  dialectOptions: 'switches of the dialect',
  roleDialects: 'dialects of other roles',
  mode: 'mode',
  split: 'split',
  level: 'level of instructions',
  history: 'history of recorded steps',
  language: 'language',
  benchmarkOptions: 'switches of the benchmark',
  dimensions: 'dimensions',
  modality: 'modality',
  questions: 'questions',
  chooser: 'chooser',
  repeats: 'repeats',
  seed: 'seed',
  maxSteps: 'steps per episode',
  episodeSeconds: 'seconds per episode',
  prompts: 'own prompts',
  observation: 'observation',
  picture: 'pictures',
  coordinates: 'coordinates',
  scroll: 'scroll',
  historyLength: 'earlier steps shown',
  historyPictures: 'earlier screenshots shown',
  parsing: 'parsing',
} as const satisfies Partial<Record<SettingKey, string>>;

type Compared = keyof typeof COMPARED;

/**
 * Everything in which a run differs from what the paper's row was.
 *
 * @param model the paper's model of the row
 * @param acting role of the acting model
 */
export function runConditions(
  run: MeasuredRun,
  recipe: Recipe,
  { model, acting }: { readonly model: PaperModel | undefined; readonly acting: string | undefined },
): readonly Condition[] {
  return [
    ...modelConditions(run, model, acting),
    ...promptConditions(run, recipe),
    ...samplingConditions(run, recipe, acting),
    ...settingConditions(run, recipe, acting),
    ...itemConditions(run, recipe),
  ];
}

function modelConditions(
  { identity }: MeasuredRun,
  model: PaperModel | undefined,
  acting: string | undefined,
): readonly Condition[] {
  const asked = acting === undefined ? undefined : identity.models[acting]?.['model'];
  const here = typeof asked === 'string' ? asked : null;
  if (model === undefined) return [];
  if (here !== null && isModel(model, here)) return [];
  return [{ what: 'model', paper: model.name, here: here ?? 'none is asked' }];
}

/** Whether an endpoint's name is that of the paper's model: the same but for its owner, capitals and a date behind it. */
export function isModel({ ids }: PaperModel, served: string): boolean {
  const plain = (id: string): string => (id.split('/').at(-1) ?? id).toLowerCase();
  const name = plain(served).replace(/-\d{4}-\d{2}-\d{2}$/, '');
  return ids.some((id) => plain(id) === name);
}

function promptConditions(
  { identity, promptOrigins }: MeasuredRun,
  { prompts }: Recipe,
): readonly Condition[] {
  if (Object.keys(identity.models).length === 0) return [];
  const source = identity.promptSource ?? null;
  const here = promptSourceText(source, promptOrigins);
  const what = 'prompts';
  switch (prompts.type) {
    case 'official': {
      const paper = prompts.set === null ? prompts.repository : `${prompts.set} (${prompts.repository})`;
      const lack = prompts.lacks === undefined ? '' : `; ${prompts.lacks}`;
      const isOfficial =
        source?.kind === 'official' &&
        source.set === prompts.set &&
        Object.values(source.texts).every(({ listed }) => listed);
      return isOfficial && lack === '' ? [] : [{ what, paper: `${paper}${lack}`, here }];
    }
    case 'dialect':
      return source === null ? [] : [{ what, paper: `as in ${prompts.repository}`, here }];
    case 'paper':
      return [{ what, paper: `as printed in the paper, ${prompts.where}`, here }];
    case 'unknown':
      return [{ what, paper: `not known: ${prompts.why}`, here }];
    default:
      return prompts satisfies never;
  }
}

const SENT = ['temperature', 'topP', 'topK', 'maxOutputTokens', 'seed'] as const;

function samplingConditions(
  { identity }: MeasuredRun,
  recipe: Recipe,
  acting: string | undefined,
): readonly Condition[] {
  const model = acting === undefined ? undefined : identity.models[acting];
  if (model === undefined || acting === undefined) return [];
  const dropped = Array.isArray(model['dropped']) ? model['dropped'] : [];
  const recommended = sectionOf(
    sectionOf(sectionOf(identity.agent.settings, 'dialects'), acting),
    'sampling',
  );
  const wanted = sentSampling(recipe);
  return SENT.flatMap((name): Condition[] => {
    const value = wanted[name];
    if (value === undefined) return [];
    const sent = dropped.includes(name) ? null : (model[name] ?? recommended[name] ?? null);
    if (sent === value) return [];
    const paper = samplingText({ [name]: value });
    return [
      {
        what: 'sampling',
        paper,
        here: typeof sent === 'number' ? samplingText({ [name]: sent }) : 'not sent',
      },
    ];
  });
}

function sectionOf(value: unknown, name: string): Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return {};
  const section: unknown = (value as Record<string, unknown>)[name];
  return typeof section === 'object' && section !== null ? (section as Record<string, unknown>) : {};
}

/** Settings of a run whose value is not the recipe's. */
export function settingConditions(
  run: MeasuredRun,
  recipe: Recipe,
  acting: string | undefined,
): readonly Condition[] {
  const isOther = run.identity.agent.name !== recipe.settings.agent;
  const source = run.identity.promptSource;
  const options = setOptions(recipe, source?.kind === 'official' ? source.set : null);
  const files = Object.keys(recipe.files ?? {});
  const settings: Readonly<Partial<Record<string, unknown>>> = {
    ...recipe.settings,
    ...(files.length === 0
      ? {}
      : {
          agentOptions: {
            ...recipe.settings.agentOptions,
            ...Object.fromEntries(files.map((name) => [name, A_FILE])),
          },
        }),
    ...(Object.keys(options).length === 0
      ? {}
      : { dialectOptions: { ...recipe.settings.dialectOptions, ...options } }),
  };
  return (Object.keys(COMPARED) as Compared[]).flatMap((key): Condition[] => {
    // What another agent does with its own switches and dialect, its name says.
    if (isOther && OF_AGENT.has(key)) return [];
    const wanted = settings[key] ?? SETTINGS[key].default;
    // Left to the agent, or to the task: then nothing is said of it.
    if (key === 'dialect' && wanted === null) return [];
    const paper = plainText(wanted);
    const here = plainText(valueOf(key, run, { wanted, acting, files }));
    return paper === here ? [] : [{ what: COMPARED[key], paper: shown(paper), here: shown(here) }];
  });
}

const A_FILE = 'a file';

interface Wanted {
  readonly wanted: unknown;
  readonly acting: string | undefined;
  /** Options that name a file, whose name says nothing. */
  readonly files: readonly string[];
}

/** Options with `a file` in place of the value of each that names one. */
function named(
  options: Readonly<Record<string, unknown>>,
  files: readonly string[],
): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(options).map(([name, value]) => [
      name,
      files.includes(name) && value !== null ? A_FILE : value,
    ]),
  );
}

const OF_AGENT: ReadonlySet<Compared> = new Set([
  'agentOptions',
  'dialect',
  'dialectOptions',
  'roleDialects',
  'historyLength',
  'historyPictures',
]);

function shown(text: string): string {
  return text === '' ? 'as usual' : text;
}

/**
 * The value as it came out where the run says so, since an agent, a dialect or a benchmark may have chosen it; else as it
 * was asked for.
 */
function valueOf(
  key: Compared,
  { identity, settings }: MeasuredRun,
  { wanted, acting = '', files }: Wanted,
): unknown {
  const { agent, benchmark } = identity;
  const dialect = sectionOf(sectionOf(agent.settings, 'dialects'), acting);
  switch (key) {
    case 'agent':
      return agent.name;
    case 'mode':
      return identity.mode;
    case 'dialect':
      return identity.dialect?.name ?? null;
    case 'agentOptions':
      return cameOut(
        named(settings.agentOptions, files),
        wanted,
        named(sectionOf(agent.settings, 'options'), files),
      );
    case 'dialectOptions':
      return cameOut(settings.dialectOptions, wanted, sectionOf(dialect, 'switches'));
    case 'historyLength':
      return wanted === null ? settings.historyLength : sectionOf(dialect, 'history')['steps'];
    case 'historyPictures':
      return wanted === null ? settings.historyPictures : sectionOf(dialect, 'history')['pictures'];
    case 'split':
      return wanted === null ? settings.split : benchmark.split;
    case 'env':
      // Named or not, recordings are where everything else is done.
      return settings.env === 'recorded' ? null : settings.env;
    case 'level':
    case 'history':
      return benchmark.settings[key] ?? settings[key];
    default:
      return settings[key];
  }
}

/** Switches that the recipe or the user names, with the values that they came out with. */
function cameOut(
  given: Readonly<Record<string, unknown>>,
  wanted: unknown,
  known: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const names = new Set([...Object.keys(given), ...Object.keys(wanted ?? {})]);
  return Object.fromEntries([...names].map((name) => [name, known[name] ?? given[name]]));
}

/** A value as a text that is alike for alike values: numbers and switches as flags write them, entries in order. */
function plainText(value: unknown): string {
  if (Array.isArray(value)) return value.length === 0 ? 'none' : value.join(', ');
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  return Object.entries(value ?? {})
    .map(([name, part]) => `${name}=${String(part)}`)
    .toSorted()
    .join(', ');
}

function itemConditions(
  { identity, items, planned, judged, voided }: MeasuredRun,
  recipe: Recipe,
): readonly Condition[] {
  const chosen = identity.benchmark.items?.length ?? items;
  const left = planned - judged - voided;
  const { sample } = recipe.settings;
  const paper = sample === undefined ? items : Math.min(sample, items);
  return given([
    chosen !== paper && {
      what: 'items',
      paper: paper === items ? `all ${items}` : `${paper} of ${items}`,
      here: chosen === items ? `all ${items}` : `${chosen} of them`,
    },
    voided > 0 && { what: 'episodes', paper: 'all judged', here: `${plural(voided, 'episode')} voided` },
    left > 0 && { what: 'episodes', paper: 'all judged', here: `${plural(left, 'episode')} not run` },
  ]);
}
