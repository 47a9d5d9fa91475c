import { resolve } from 'node:path';
import type { AgentDefinition, AgentParts } from '../../agents/define-agent.js';
import type { HistoryStrategy } from '../../agents/prompting/history-strategy.js';
import type { AskedQuestions } from '../../agents/questions/official-question.js';
import { QUESTION_PROMPTS, type QuestionPrompts } from '../../agents/questions/question-prompts.js';
import { didYouMean } from '../../domain/text/nearest-name.js';
import { UserError } from '../../errors.js';
import { FileTooLargeError } from '../../files/file-errors.js';
import { readBytes } from '../../files/read-bytes.js';
import { officialPrompts } from '../prompts/official-prompts.js';
import type { Dialect } from '../../models/dialects/dialect.js';
import type { ModelProfile } from '../../models/profile.js';
import {
  chosenProfile,
  createDialect,
  namedDialect,
  NO_CHOICE,
  type DialectSource,
} from './create-dialect.js';
import { requireRoom } from '../history/history-rule.js';
import type { RoleProfiles } from './role-profiles.js';
import type { Settings } from '../settings/setting.js';

/** What an agent is made from, and how it is asked questions where a benchmark has some. */
export interface RunParts extends AgentParts {
  readonly questionPrompts: QuestionPrompts;
  /** Official texts in which questions are asked; absent where there are none. */
  readonly officialQuestions?: AskedQuestions;
  /** Names of those among them that the user has replaced. */
  readonly replacedQuestions: readonly string[];
}

/** What an agent has no use for that asks no model: it is left alone, not read or loaded. */
const NOTHING_ASKED = {
  ...NO_CHOICE,
  dialect: null,
  roleDialects: {},
  prompts: {},
  parsing: null,
  promptSource: 'touchstone',
  promptSet: null,
} satisfies Partial<Settings>;

/** Largest prompt file that is read, bytes. */
const MAX_PROMPT_BYTES = 1_000_000;

/**
 * What an agent is built from, by the settings: the dialect of its model, its prompts, its way of reading.
 *
 * @throws {UserError} for names and files that do not fit
 */
export async function agentParts(
  definition: AgentDefinition,
  asked: Settings,
  benchmark: { readonly name: string; readonly mode: string },
  options: {
    readonly workingDirectory: string;
    readonly environment: Readonly<Record<string, string | undefined>>;
    readonly profiles?: RoleProfiles;
    /** What of earlier steps the acting model is shown by its user's choice. */
    readonly history?: HistoryStrategy | undefined;
  } & DialectSource,
): Promise<RunParts> {
  const asksModel = definition.roles.length > 0;
  const settings = asksModel ? asked : { ...asked, ...NOTHING_ASKED };
  const { acting = null, others: helpers = new Map<string, ModelProfile>() } =
    (asksModel ? options.profiles : undefined) ?? {};
  const byDefault = acting?.dialect ?? definition.dialect;
  const official = await officialPrompts(
    settings,
    { agent: definition.name, dialect: byDefault, benchmark: benchmark.name },
    options,
  );
  const named = await namedDialect(
    official?.set.dialect ?? settings.dialect ?? byDefault,
    options.workingDirectory,
    options,
  );
  const given = await readPrompts(settings.prompts, options.workingDirectory);
  const namedIn = (prompts: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
    Object.fromEntries(given.filter(([name]) => Object.hasOwn(prompts, name)));
  const own = namedIn(definition.prompts);
  const questions = namedIn(QUESTION_PROMPTS);
  const others = given.filter(([name]) => !Object.hasOwn(own, name) && !Object.hasOwn(questions, name));
  const { history } = options;
  const choice = history === undefined ? { ...settings, history: null } : settings;
  refuseUnknownPrompts(others, {
    [definition.name]: Object.keys(definition.prompts),
    [named.family.family]: Object.keys(createDialect(named, choice, {}, acting ?? {}, official).prompts),
    'questions of dimensions': Object.keys(QUESTION_PROMPTS),
  });
  const dialect = createDialect(named, choice, Object.fromEntries(others), acting ?? {}, official);
  if (history !== undefined) requireRoom(history, dialect, settings.observation);
  const ofRoles = await roleDialects(definition, settings, helpers, options);
  return {
    dialectOf: (role) => ofRoles.get(role) ?? dialect,
    profile: chosenProfile(settings.parsing, named.family, benchmark, definition.parsing),
    observation: settings.observation,
    ...(history === undefined ? {} : { history }),
    prompts: { ...definition.prompts, ...own },
    questionPrompts: { ...QUESTION_PROMPTS, ...questions },
    replacedQuestions: Object.keys(questions),
    ...(official?.set.agentTexts === undefined ? {} : { official }),
    ...(official?.set.questions === undefined
      ? {}
      : { officialQuestions: { questions: official.set.questions, texts: official.texts } }),
  };
}

/** @throws {UserError} for a prompt that none of these has, naming the nearest that one has */
function refuseUnknownPrompts(
  given: readonly (readonly [name: string, text: string])[],
  owners: Readonly<Record<string, readonly string[]>>,
): void {
  const names = Object.values(owners).flat();
  const [stranger] = given.find(([name]) => !names.includes(name)) ?? [];
  if (stranger === undefined) return;
  const lists = Object.entries(owners).flatMap(([owner, of]) =>
    of.length === 0 ? [] : [`${owner}: ${of.join(', ')}`],
  );
  throw new UserError(`nobody has a prompt "${stranger}"`, {
    hint: `${didYouMean(stranger, names)}Prompts are those of ${lists.join('; ')}.`,
  });
}

/**
 * The dialects of roles that are not asked as the acting model is, in their families' own settings.
 *
 * @throws {UserError} for a role that the agent does not have
 */
async function roleDialects(
  { name, roles }: AgentDefinition,
  settings: Settings,
  profiles: ReadonlyMap<string, ModelProfile>,
  { workingDirectory, ...source }: { readonly workingDirectory: string } & DialectSource,
): Promise<ReadonlyMap<string, Dialect>> {
  const given = settings.roleDialects;
  const [acting, ...others] = roles;
  const unknown = Object.keys(given).find((role) => !others.some((other) => other.name === role));
  if (unknown !== undefined) {
    const names = others.map((role) => role.name);
    const known = names.join(', ');
    throw new UserError(`${name} has no role "${unknown}" with a dialect of its own`, {
      hint: `${didYouMean(unknown, names)}${known === '' ? 'It has none.' : `It has ${known}.`} --dialect is for ${acting?.name ?? 'agents with a model'}.`,
    });
  }
  const dialects = new Map<string, Dialect>();
  for (const role of others) {
    const profile = profiles.get(role.name);
    const named = given[role.name] ?? profile?.dialect ?? role.dialect;
    if (named === undefined) continue;
    const dialect = await namedDialect(named, workingDirectory, source);
    dialects.set(role.name, createDialect(dialect, NO_CHOICE, {}, profile));
  }
  return dialects;
}

/** Prompt texts by name, from their files. */
async function readPrompts(
  files: Readonly<Record<string, string>>,
  workingDirectory: string,
): Promise<(readonly [name: string, text: string])[]> {
  return Promise.all(
    Object.entries(files).map(async ([name, given]) => {
      const file = resolve(workingDirectory, given);
      const hint = `--prompt ${name}=FILE names a text file; \`touchstone prompts show\` prints the prompts there are.`;
      const bytes = await readBytes(file, { maxBytes: MAX_PROMPT_BYTES }).catch((cause: unknown) => {
        const isLarge = cause instanceof FileTooLargeError;
        const message = isLarge ? 'the file is too large for a prompt' : 'the prompt cannot be read';
        throw new UserError(message, { place: { file }, hint, cause });
      });
      return [name, bytes.toString('utf8')] as const;
    }),
  );
}
