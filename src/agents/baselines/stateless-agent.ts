import { z } from 'zod';
import type { Decision } from '../../domain/decision.js';
import type { Observation } from '../../domain/screen.js';
import { requireCalls } from '../define-agent.js';
import type { Agent, AgentContext, HistoryEntry } from '../agent.js';

/** Everything a decision may depend on. */
export interface StepInput {
  readonly context: AgentContext;
  readonly observation: Observation;
  readonly history: readonly HistoryEntry[];
  readonly signal: AbortSignal;
}

export interface StatelessAgentOptions {
  readonly name: string;
  readonly version: string;
  readonly settings?: Readonly<Record<string, unknown>>;
  readonly needs?: Partial<Agent['needs']>;
  /** Steps of an episode at most; null or absent: as many as the benchmark allows. */
  readonly maxSteps?: number | null;
  decide(step: StepInput): Decision | Promise<Decision>;
}

/** The switch that bounds an episode, for agents whose paper does. */
export const MAX_STEPS_OPTION = z
  .int()
  .positive()
  .nullable()
  .default(20)
  .describe('steps at most, within those of the benchmark; null: as many as it allows');

/** An agent that is a function of its context and history, and so resumes at any step and holds nothing to dispose. @throws {AgentShapeError} */
export function statelessAgent(options: StatelessAgentOptions): Agent {
  requireCalls(options, ['decide'], `the agent ${options.name}`);
  const needs = { models: [], privileges: false, pictures: false, hierarchy: false, ...options.needs };
  return {
    name: options.name,
    version: options.version,
    settings: options.settings ?? {},
    needs,
    maxSteps: options.maxSteps ?? null,
    resume: 'step',
    open: async (context) => ({
      decide: async (observation, history, { signal }) => {
        signal.throwIfAborted();
        return options.decide({ context, observation, history, signal });
      },
      [Symbol.asyncDispose]: async () => undefined,
    }),
  };
}
