import type { Agent, AgentContext, HistoryEntry } from '../agents/agent.js';
import type { Decision } from '../domain/decision.js';
import type { Environment } from '../environments/environment.js';
import { checkDecision } from '../engine/attempt/check-decision.js';
import { buildAgentContext } from './contracts/agent-contract.js';

/** What an agent did in an environment. */
export interface Walk {
  /** States seen, the start included, in order. */
  readonly states: readonly (string | null)[];
  readonly decisions: readonly Decision[];
}

/**
 * Lets an agent act until it stops, the environment ends, or its steps are used up; without engine and journal. Unreadable
 * answers wait. From step to step nothing of the agent is kept but its decisions, as after a resume.
 */
export async function walkAgent(
  environment: Environment,
  agent: Agent,
  changes: Partial<AgentContext> = {},
): Promise<Walk> {
  const context = buildAgentContext(changes);
  const { signal, task, repeat, seed, maxSteps } = context;
  let observation = await environment.reset({ task: task.id, repeat, seed }, { signal });
  const history: HistoryEntry[] = [];
  const states = [environment.state];
  while (history.length < maxSteps) {
    await using mind = await agent.open(context);
    const decision = checkDecision(await mind.decide(observation, [...history], { signal }));
    history.push({ observation, decision });
    const action = decision.type === 'action' ? decision.action : ({ type: 'wait' } as const);
    if (action.type === 'stop' || (action.type === 'answer' && action.terminal)) break;
    const made = await environment.step(action, { signal });
    if (made.type === 'ended') break;
    observation = made.observation;
    states.push(environment.state);
  }
  return { states, decisions: history.map(({ decision }) => decision) };
}
