import { resolve } from 'node:path';
import type { Agent } from '../../agents/agent.js';
import { answeringAgent } from '../../agents/questions/answering-agent.js';
import { REPAIR_ROLE } from '../../agents/prompting/repair-answer.js';
import type {
  Benchmark,
  BenchmarkDefinition,
  ChosenEnvironment,
  PhoneAccess,
} from '../../benchmarks/benchmark.js';
import type { RunConfiguration, RunIdentity } from '../../domain/run.js';
import { identifyRun } from '../../engine/run-identity.js';
import type { PhoneTaking } from '../../environments/android/pool/android-devices-options.js';
import { stepsAllowed } from '../../engine/attempt/steps-allowed.js';
import { didYouMean } from '../../domain/text/nearest-name.js';
import { formatPlace, UserError } from '../../errors.js';
import { FileUnreadableError } from '../../formats/file-errors.js';
import type { EndpointLimits } from '../../models/gateway/endpoint-limit.js';
import type { ModelRoles } from '../../models/model.js';
import { VERSION } from '../../version.js';
import { agentParts, type RunParts } from './agent-parts.js';
import { makeAgent, type AgentEntry } from '../../registry/agents.js';
import type { Registry } from '../../registry/registry.js';
import { phoneAccess } from '../devices/phone-access.js';
import { bindModels, type BoundModel } from './bind-models.js';
import { chosenAround, requireTerminal } from '../settings/chosen-around.js';
import { withDetectorRole, withMarks } from '../marks/choose-marks.js';
import { historyNotes, requireSummaries, withHistory } from '../history/chosen-history.js';
import { conditionNotes } from './condition-notes.js';
import { readRoleProfiles } from './role-profiles.js';
import { namedPlugins } from '../trust/named-plugins.js';
import { openRegistry } from './open-registry.js';
import { requirePhone } from './require-phone.js';
import { requireSight } from './require-sight.js';
import { selectItems } from './select-items.js';
import { openObjectStore } from '../../files/open-object-store.js';
import type { ObjectStore } from '../../files/object-store.js';
import { readPicturePlaces } from '../../formats/run/picture-places.js';
import { connectStores } from '../files/connect-stores.js';
import { refuseModelFlags } from '../settings/refuse-model-flags.js';
import { choiceOf } from '../settings/history-choice.js';
import type { SettingOrigins, Settings } from '../settings/setting.js';

/** Everything a run needs, opened and checked. The benchmark is the caller's to dispose of. */
export interface PreparedRun {
  readonly benchmark: Benchmark;
  readonly agent: Agent;
  readonly models: ModelRoles;
  readonly configuration: RunConfiguration;
  /** Keeps what live screens show; null: the folder of the run, or nothing is to be kept. */
  readonly pictures: ObjectStore | null;
  /** What the user should know about how the model is asked. */
  readonly notes: readonly string[];
  /** What is asked once before the run. */
  readonly asked: {
    readonly models: readonly BoundModel[];
    /** Role that is shown pictures; null where no picture is shown. */
    readonly sees: string | null;
  };
}

export interface PrepareOptions {
  readonly workingDirectory: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** What a run that is to be resumed wrote down of itself. */
  readonly recorded?: RunIdentity;
  /** Folder of the run, where it goes on: a store that has pictures of it has to be there, and is not made anew. */
  readonly goesOnIn?: string;
  /** Id of the one item that is run, whatever the settings choose. */
  readonly onlyItem?: string;
  /** Where the settings are from, to refuse flags that would change nothing; nothing is refused without. */
  readonly origins?: SettingOrigins;
  /** Where an agent's own command starts, if not in the working directory. */
  readonly agentFolder?: string;
  /** Receives the output of an agent that is a command, line by line. */
  readonly onAgentLine?: (line: string) => void;
  /** Receives what phones refused or could not be freed of. */
  readonly onPhoneNote?: (note: string) => void;
  /** How it has its phones, where others do its episodes or do them as well; it takes all unless given. */
  readonly phones?: PhoneTaking;
  /** Limits of endpoints that other writers of the run keep to as well. */
  readonly limits?: EndpointLimits;
  readonly signal: AbortSignal;
}

/**
 * Opens the benchmark, makes the agent, binds its models and writes down what the run is.
 *
 * @throws {UserError} for names and settings that do not fit, {DatasetError} for data that cannot be used
 */
export async function prepareRun(
  benchmarkName: string,
  settings: Settings,
  options: PrepareOptions,
): Promise<PreparedRun> {
  const registry = await openRegistry(namedPlugins(settings, benchmarkName), options);
  const definition = registry.benchmark(benchmarkName, options.workingDirectory);
  const {
    entry,
    history,
    profiles,
    parts,
    mode,
    made: { agent: made, runSettings, notes: said },
  } = await agentOf(definition, settings, { ...options, registry });
  requireTerminal(settings);
  const phones = phoneAccess(settings, options);
  const benchmark = await openDefinition(definition, settings, { ...options, registry, phones });
  try {
    requirePhone(made, benchmark, mode, registry.benchmarks);
    if (benchmark.items.protocol !== 'question') refuseQuestionPrompts(benchmark, parts);
    await requireSummaries(history, benchmark);
    const answering = benchmark.items.protocol === 'question' ? withAnswers(made, entry, parts) : made;
    const asking = withDetectorRole(answering, profiles);
    const { models, bound } = await bindModels(asking, settings, { ...options, profiles, parts });
    const fork = options.recorded?.fork;
    const only = fork?.item ?? options.onlyItem;
    const { items, sample } =
      only === undefined ? await selectItems(benchmark, settings) : { items: [only], sample: null };
    const agent = await withMarks(asking, benchmark, settings, { ...options, profiles, items });
    const showsPictures = await requireSight(agent, benchmark, settings, options);
    const steps =
      // Null in a run that left it to its tasks and benchmark.
      options.recorded?.limits.steps === null
        ? settings.maxSteps
        : await stepLimit({ agent, benchmark }, items, settings);
    const identity = identifyRun(
      { benchmark, agent, models },
      {
        touchstone: VERSION,
        seed: settings.seed,
        repeats: settings.repeats,
        language: settings.language,
        items,
        sample,
        // A file of questions is known by its content, which is part of the data's hash.
        benchmarkSettings: benchmarkSettings(settings),
        limits: { steps, seconds: settings.episodeSeconds },
        ...runSettings,
        plugins: registry.identity(),
        ...(fork === undefined ? {} : { fork }),
        // A recorded episode continues after any answer.
        ...(benchmark.items.protocol === 'stepwise' || benchmark.items.formatErrors === 'wait'
          ? { formatErrors: 'wait' as const }
          : {}),
      },
    );
    const operation = {
      concurrency: entry.isAlone === true ? 1 : settings.concurrency,
      budgets: { seconds: settings.runSeconds, tokens: settings.maxTokens, money: settings.maxCost },
      outageSeconds: settings.outageSeconds,
      ...originsOf(entry, parts),
    };
    const [acting] = entry.roles;
    const asked = { models: bound, sees: showsPictures ? (acting?.name ?? null) : null };
    const notes = [...said, ...conditionNotes(definition, entry, settings, profiles.acting)];
    if (settings.files !== null && benchmark.world !== undefined) notes.push(RECORDED_FILES);
    const pictures = await openPictures(settings, benchmark, options);
    return { benchmark, agent, models, pictures, configuration: { identity, operation }, notes, asked };
  } catch (error) {
    await benchmark[Symbol.asyncDispose]();
    throw error;
  }
}

const RECORDED_FILES =
  '--files keeps nothing here: the screens of this benchmark are recorded, and stay where they are';

/** The store that the settings name, made sure of before anything begins. Recorded screens stay where they are. */
async function openPictures(
  { files }: Settings,
  { world }: Benchmark,
  { workingDirectory, environment, goesOnIn, signal }: PrepareOptions,
): Promise<ObjectStore | null> {
  if (files === null) return null;
  connectStores(environment);
  const store = await openObjectStore(files, workingDirectory);
  if (world !== undefined) return null;
  const known = goesOnIn === undefined ? [] : await readPicturePlaces(goesOnIn);
  await store.prepare({ isKnown: known.includes(store.place), signal });
  return store;
}

/** Where the official texts were read that the acting model is asked in. */
function originsOf(
  { roles: [acting] }: AgentEntry,
  parts: RunParts,
): Pick<RunConfiguration['operation'], 'promptOrigins'> {
  const origins = acting === undefined ? undefined : parts.dialectOf(acting.name).promptOrigins;
  return origins === undefined ? {} : { promptOrigins: origins };
}

/** The agent of the settings, with what it is made from. */
async function agentOf(
  { name, protocol, defaultMode }: BenchmarkDefinition,
  settings: Settings,
  { registry, ...options }: PrepareOptions & { readonly registry: Registry },
) {
  const { origins } = options;
  const named = registry.agent(settings.agent);
  if (origins !== undefined) refuseIdleFlags(named, settings, origins);
  const { entry, history } = withHistory(named, settings, { isStepwise: protocol === 'stepwise', origins });
  const mode = settings.mode ?? defaultMode;
  const profiles = await readRoleProfiles(entry, settings, options);
  const asked = { ...options, profiles, dialects: registry.dialects, history };
  const parts = await agentParts(entry, settings, { name, mode }, asked);
  const {
    agent,
    runSettings,
    notes = [],
  } = await makeAgent(entry, parts, {
    ...options,
    ...settings,
    workingDirectory: options.agentFolder ?? options.workingDirectory,
  });
  const [acting] = entry.roles;
  const shown = acting === undefined ? [] : historyNotes(history, parts.dialectOf(acting.name).history);
  return { entry, history, profiles, parts, mode, made: { agent, runSettings, notes: [...notes, ...shown] } };
}

/** @throws {UserError} for flags that mean nothing to this agent */
function refuseIdleFlags(entry: AgentEntry, { concurrency }: Settings, origins: SettingOrigins): void {
  refuseModelFlags(entry, origins);
  if (entry.isAlone !== true || origins.concurrency !== 'flag' || concurrency <= 1) return;
  throw new UserError(`the agent ${entry.name} takes part in one episode at a time`, {
    hint: 'Leave --concurrency out.',
  });
}

/** @throws {UserError} for prompts of questions that nobody is asked */
function refuseQuestionPrompts({ name }: Benchmark, { replacedQuestions: [prompt] }: RunParts): void {
  if (prompt === undefined) return;
  throw new UserError(`--prompt ${prompt} would change nothing: no question is asked`, {
    hint: `Questions are asked where dimensions are: \`touchstone run ${name} --dimensions NAMES\`.`,
  });
}

/** The agent, able to answer questions with its acting model. */
function withAnswers(agent: Agent, { roles: [acting] }: AgentEntry, parts: RunParts): Agent {
  if (acting === undefined) return agent;
  const repairs = agent.needs.models.includes(REPAIR_ROLE.name);
  const { questionPrompts: prompts, officialQuestions: official } = parts;
  return answeringAgent(agent, { prompts, role: acting.name, repairs, official });
}

/** The steps that an episode may take, where that is one number for all chosen tasks; null where tasks have their own. */
async function stepLimit(
  parts: { readonly agent: Agent; readonly benchmark: Benchmark },
  items: readonly string[] | null,
  { maxSteps }: Settings,
): Promise<number | null> {
  if (maxSteps !== null) return maxSteps;
  const chosen = items === null ? null : new Set(items);
  const limits = new Set<number>();
  for await (const { id, task } of parts.benchmark.items.list()) {
    if (chosen?.has(id) ?? true) limits.add(stepsAllowed(task, parts));
  }
  const [limit] = limits;
  return limits.size === 1 && limit !== undefined ? limit : null;
}

/** A benchmark, and what it was opened by. */
export interface OpenedBenchmark {
  readonly definition: BenchmarkDefinition;
  readonly benchmark: Benchmark;
  /** What was loaded for it, as a run's identity has it. */
  readonly plugins: RunIdentity['plugins'];
}

type OpenNamedOptions = Pick<PrepareOptions, 'workingDirectory' | 'recorded' | 'signal'> & {
  /** Absent: no phone is opened. */
  readonly phones?: PhoneAccess;
};

/** @throws {UserError} when the benchmark needs data and none were named */
export async function openBenchmark(
  name: string,
  settings: Settings,
  options: OpenNamedOptions,
): Promise<Benchmark> {
  return (await openNamed(name, settings, options)).benchmark;
}

/** As `openBenchmark`, with the definition. */
export async function openNamed(
  name: string,
  settings: Settings,
  options: OpenNamedOptions,
): Promise<OpenedBenchmark> {
  const registry = await openRegistry(namedPlugins({ plugins: settings.plugins }, name), options);
  const definition = registry.benchmark(name, options.workingDirectory);
  const benchmark = await openDefinition(definition, settings, { ...options, registry });
  return { definition, benchmark, plugins: registry.identity() };
}

async function openDefinition(
  definition: BenchmarkDefinition,
  settings: Settings,
  {
    workingDirectory,
    registry,
    phones,
    signal,
  }: Pick<PrepareOptions, 'workingDirectory' | 'signal'> & {
    readonly registry: Registry;
    /** Absent: no phone is opened. */
    readonly phones?: PhoneAccess;
  },
): Promise<Benchmark> {
  if (definition.needsData && settings.data === null) {
    throw new UserError(`${definition.name} needs its data`, {
      hint: 'Name the folder with --data; `touchstone list benchmarks` says what is bundled.',
    });
  }
  refuseUnknownOptions(definition, settings.benchmarkOptions);
  const chosen = chosenEnvironment(definition, settings);
  const environment = phones === undefined || chosen.kind !== 'android' ? chosen : { ...chosen, phones };
  const opened = definition.open({
    ...(settings.data === null ? {} : { dataDirectory: resolve(workingDirectory, settings.data) }),
    mode: settings.mode ?? definition.defaultMode,
    ...(settings.split === null ? {} : { split: settings.split }),
    ...(settings.language === null ? {} : { language: settings.language }),
    settings: {
      ...benchmarkSettings(settings),
      ...(settings.questions === null ? {} : { questions: resolve(workingDirectory, settings.questions) }),
    },
    environment,
    around: chosenAround(definition, settings),
    workingDirectory,
    evaluators: registry.evaluators,
    signal,
  });
  return opened.catch((error: unknown) => {
    throw withDataCheck(error, definition, settings.data);
  });
}

/** @throws {UserError} where its tasks cannot be done there */
function chosenEnvironment(
  { name, environments = ['recorded'] }: BenchmarkDefinition,
  { env, devices, adbPort }: Settings,
): ChosenEnvironment {
  const kind = env ?? environments[0] ?? 'recorded';
  if (!environments.includes(kind)) {
    throw new UserError(`the tasks of ${name} cannot be done with --env ${kind}`, {
      hint: `They can with: ${environments.join(', ')}.`,
    });
  }
  if (devices.length > 0 && kind !== 'android') {
    throw new UserError(`--device names a phone, and tasks are done with --env ${kind}`, {
      hint: environments.includes('android') ? 'Add --env android.' : 'Leave it out.',
    });
  }
  if (adbPort !== null && kind !== 'android') {
    throw new UserError(`--adb-port names an adb server, and tasks are done with --env ${kind}`, {
      hint: environments.includes('android') ? 'Add --env android.' : 'Leave it out.',
    });
  }
  return { kind, devices };
}

/** The list of files that belong in the folder helps more than the one missing file. */
function withDataCheck(
  error: unknown,
  { name, needsData }: BenchmarkDefinition,
  data: string | null,
): unknown {
  if (!(error instanceof FileUnreadableError) || !needsData || data === null) return error;
  const { place, hint = '', message } = error;
  if (hint.includes('data check')) return error;
  const advice = `\`touchstone data check ${name} ${data}\` says what belongs into the folder.`;
  // The message begins with the place already.
  const what = place === undefined ? message : message.slice(`${formatPlace(place)}: `.length);
  return new FileUnreadableError(what, {
    ...(place === undefined ? {} : { place }),
    hint: `${hint} ${advice}`.trim(),
    cause: error,
  });
}

/** @throws {UserError} for a switch that the benchmark does not have: it would change nothing, unnoticed */
export function refuseUnknownOptions(
  { name, options = {} }: BenchmarkDefinition,
  given: Settings['benchmarkOptions'],
): void {
  const known = Object.keys(options);
  const unknown = Object.keys(given).find(
    (option) => !known.some((one) => (one.endsWith('.') ? option.startsWith(one) : option === one)),
  );
  if (unknown === undefined) return;
  throw new UserError(`${name} has no option "${unknown}"`, {
    hint:
      known.length === 0
        ? 'It has none of its own.'
        : `${didYouMean(unknown, known)}It has ${known.map((one) => (one.endsWith('.') ? `${one}…` : one)).join(', ')}.`,
  });
}

/** Switches the benchmark is opened with; what is off is left out, so that other benchmarks need not know it. */
export function benchmarkSettings({
  chooser,
  repair,
  level,
  history,
  benchmarkOptions,
  dimensions,
  modality,
}: Settings): Record<string, unknown> {
  const { whose } = choiceOf(history);
  return {
    chooser,
    ...(repair ? { repair } : {}),
    ...(level === null ? {} : { level }),
    ...(whose === null ? {} : { history: whose }),
    ...(Object.keys(benchmarkOptions).length === 0 ? {} : { options: benchmarkOptions }),
    ...(dimensions === null ? {} : { dimensions }),
    ...(modality === null ? {} : { modality }),
  };
}
