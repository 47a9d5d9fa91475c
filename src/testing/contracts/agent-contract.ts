import { isDeepStrictEqual } from 'node:util';
import { DecisionSchema, type Decision } from '../../domain/decision.js';
import type { Observation } from '../../domain/screen.js';
import type { Agent, AgentContext, HistoryEntry } from '../../agents/agent.js';

/** One promise of a contract. `run` throws when the subject breaks it; give each to the test framework as a test. */
export interface ContractCase {
  readonly name: string;
  readonly run: () => Promise<void>;
}

export interface AgentContractOptions {
  /** A fresh agent, configured alike every time. */
  agent(): Agent;
  /** Changes to the context it is opened with, such as models or privileges. A fresh value every time. */
  context?(): Partial<AgentContext>;
  /** Screens the episode shows one after another; screens without picture and hierarchy when absent. */
  observations?: readonly Observation[];
}

/** A screen that nobody recorded: no picture, no hierarchy, no size. */
export function emptyObservation(id = 'screen'): Observation {
  return { screen: { id, size: null, activity: null, picture: null, hierarchy: null } };
}

/** The context of an episode without models or privileges. */
export function buildAgentContext(changes: Partial<AgentContext> = {}): AgentContext {
  return {
    task: { id: 'task', instruction: 'Open the clock', language: 'en', apps: ['Clock'] },
    repeat: 0,
    seed: 7,
    maxSteps: 10,
    models: {},
    signal: new AbortController().signal,
    ...changes,
  };
}

/** What every agent promises: valid decisions, the same for equal histories, from the history alone, on any screen. */
export function agentContract(options: AgentContractOptions): readonly ContractCase[] {
  const observations =
    options.observations ?? Array.from({ length: 5 }, (_, index) => emptyObservation(`screen-${index}`));
  const context = () => buildAgentContext(options.context?.());
  return [
    {
      name: 'decides validly on every screen, without picture and hierarchy too',
      run: async () => {
        for (const decision of await decideAlong(options.agent(), context(), [
          ...observations,
          emptyObservation('last'),
        ])) {
          const parsed = DecisionSchema.safeParse(decision);
          if (!parsed.success) throw new Error(`not a decision: ${parsed.error.message}`);
        }
      },
    },
    {
      name: 'decides alike for an equal context and history',
      run: async () => {
        const first = await decideAlong(options.agent(), context(), observations);
        requireEqual('a second agent', await decideAlong(options.agent(), context(), observations), first);
      },
    },
    {
      name: 'decides alike when one agent works on many episodes at once',
      run: async () => {
        const agent = options.agent();
        const alone = await decideAlong(options.agent(), context(), observations);
        const together = await Promise.all(
          Array.from({ length: 4 }, () => decideAlong(agent, context(), observations)),
        );
        for (const decisions of together) requireEqual('a parallel episode', decisions, alone);
      },
    },
    {
      name: 'goes on from its history as if never interrupted, where it resumes by step',
      run: async () => {
        const agent = options.agent();
        if (agent.resume !== 'step') return;
        const whole = await decideAlong(agent, context(), observations);
        for (const cut of whole.keys()) {
          const history = historyOf(observations, whole.slice(0, cut));
          const resumed = await decideAlong(options.agent(), context(), observations, history);
          requireEqual(`the episode resumed at step ${cut}`, resumed, whole);
        }
      },
    },
    {
      name: 'gives up when its signal is aborted',
      run: async () => {
        await using episode = await options.agent().open(context());
        const [observation = emptyObservation()] = observations;
        const decided = await episode.decide(observation, [], { signal: AbortSignal.abort() }).then(
          () => true,
          () => false,
        );
        if (decided) throw new Error('decided although its signal was aborted');
      },
    },
    {
      name: 'says what it is: a name, a version, settings that are JSON',
      run: async () => {
        const { name, version, settings } = options.agent();
        if (name === '' || version === '') throw new Error('name and version must not be empty');
        requireEqual('the settings read back from JSON', JSON.parse(JSON.stringify(settings)), settings);
      },
    },
  ];
}

/** Decisions along the screens; those of `history` are taken as made. Ends with a stop. */
async function decideAlong(
  agent: Agent,
  context: AgentContext,
  observations: readonly Observation[],
  history: readonly HistoryEntry[] = [],
): Promise<Decision[]> {
  await using episode = await agent.open(context);
  const entries = [...history];
  const isOver = (entry: HistoryEntry | undefined) =>
    entry?.decision.type === 'action' && entry.decision.action.type === 'stop';
  for (const observation of observations.slice(history.length)) {
    if (isOver(entries.at(-1))) break;
    const decision = await episode.decide(observation, [...entries], { signal: context.signal });
    entries.push({ observation, decision });
  }
  return entries.map((entry) => entry.decision);
}

function historyOf(observations: readonly Observation[], decisions: readonly Decision[]): HistoryEntry[] {
  return decisions.flatMap((decision, index) => {
    const observation = observations[index];
    return observation === undefined ? [] : [{ observation, decision }];
  });
}

function requireEqual(what: string, actual: unknown, expected: unknown): void {
  if (isDeepStrictEqual(actual, expected)) return;
  throw new Error(`${what} differs:\n${JSON.stringify(actual)}\ninstead of\n${JSON.stringify(expected)}`);
}
