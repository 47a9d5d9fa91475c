import type { Agent, AgentEpisode } from '../../agents/agent.js';
import {
  AgentShapeError,
  requireCalls,
  type AgentDefinition,
  type MadeAgent,
} from '../../agents/define-agent.js';
import { TouchstoneError } from '../../errors.js';

/** An agent of a plug-in threw: its own failure, not one of Touchstone. */
export class PluginAgentError extends TouchstoneError {
  readonly code = 'PLUGIN_AGENT';
  readonly fault = 'agent';
}

/**
 * The definition, whose agent's errors are the agent's. What Touchstone throws through it, such as an outage of a model, and
 * what is thrown after an abort, passes as it is.
 *
 * @param origin the plug-in, for the error
 */
export function guardAgent(definition: AgentDefinition, origin: string): AgentDefinition {
  const { name } = definition;
  const guarded = async <T>(call: () => Promise<T>, signal: AbortSignal): Promise<T> => {
    try {
      return await call();
    } catch (cause) {
      if (cause instanceof TouchstoneError || signal.aborted) throw cause;
      const why = cause instanceof Error ? cause.message : String(cause);
      throw new PluginAgentError(`the agent ${name} of ${origin} threw an error: ${why}`, { cause });
    }
  };
  const what = `the agent ${name} of ${origin}`;
  const episode = (own: AgentEpisode, opened: AbortSignal): AgentEpisode => ({
    decide: (observation, history, options) =>
      guarded(() => own.decide(observation, history, options), options.signal),
    ...(own.atBound === undefined
      ? {}
      : {
          atBound: (met, observation) => guarded(async () => own.atBound?.(met, observation) ?? null, opened),
        }),
    [Symbol.asyncDispose]: async () => own[Symbol.asyncDispose](),
  });
  const guard = (agent: Agent): Agent => ({
    ...agent,
    open: (context) =>
      guarded(async () => {
        const own = await agent.open(context);
        requireCalls(own, ['decide'], `what open of ${what} gives`);
        return episode(own, context.signal);
      }, context.signal),
    ...(agent.stepsFor === undefined ? {} : { stepsFor: (task) => agent.stepsFor?.(task) ?? null }),
  });
  return {
    ...definition,
    create: (parts, given) => {
      const made = makeAgent(() => definition.create(parts, given), what);
      requireCalls(made.agent, ['open'], what);
      return { ...made, agent: guard(made.agent) };
    },
  };
}

/** @throws {AgentShapeError} for an agent that cannot even be made */
function makeAgent(create: () => MadeAgent, what: string): MadeAgent {
  try {
    return create();
  } catch (cause) {
    if (cause instanceof TouchstoneError) throw cause;
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new AgentShapeError(`${what} cannot be made: ${why}`, { cause });
  }
}
