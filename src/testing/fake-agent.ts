import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Agent, AgentContext, HistoryEntry } from '../agents/agent.js';
import type { Decision } from '../domain/decision.js';
import type { Observation } from '../domain/screen.js';

export interface FakeAgentOptions {
  readonly resume?: Agent['resume'];
  /** Steps before it stops; never when null. */
  readonly steps?: number | null;
  readonly delayMs?: number;
  /** Asks the model of role `actor` once per step and stops when it says `stop`. */
  readonly asksModel?: boolean;
  /** Decides in its place where it returns something; throws to play a failure. */
  readonly onDecide?: (context: AgentContext, step: number) => Decision | undefined;
}

/**
 * An agent that climbs. Its memory is a hash over everything it was shown before, so that a history that is not exactly
 * the one of the uninterrupted run shows in every later decision.
 */
export function fakeAgent(options: FakeAgentOptions = {}): Agent {
  const { resume = 'step', steps = 5, delayMs = 0, asksModel = false } = options;
  const decide = async (
    context: AgentContext,
    observation: Observation,
    history: readonly HistoryEntry[],
    signal: AbortSignal,
  ): Promise<Decision> => {
    if (delayMs > 0) await sleep(delayMs, undefined, { signal });
    signal.throwIfAborted();
    const own = options.onDecide?.(context, history.length);
    if (own !== undefined) return own;
    const memory = digest(observation, history);
    let isOver = steps !== null && history.length >= steps;
    if (asksModel) isOver = (await ask(context, memory, signal)) === 'stop' || isOver;
    return isOver
      ? { type: 'action', action: { type: 'stop', status: 'success' }, memory }
      : { type: 'action', action: { type: 'key', key: 'NEXT' }, thought: 'higher', memory };
  };
  return {
    name: 'fake',
    version: '1',
    settings: { steps },
    needs: { models: asksModel ? ['actor'] : [], privileges: false, pictures: false, hierarchy: false },
    resume,
    open: async (context) => ({
      decide: (observation, history, { signal }) => decide(context, observation, history, signal),
      [Symbol.asyncDispose]: async () => undefined,
    }),
  };
}

async function ask(context: AgentContext, text: string, signal: AbortSignal): Promise<string> {
  const actor = context.models['actor'];
  if (actor === undefined) throw new Error('no actor is bound');
  const answer = await actor.generate(
    { messages: [{ role: 'user', content: [{ type: 'text', text }] }] },
    { signal },
  );
  return answer.text;
}

function digest(observation: Observation, history: readonly HistoryEntry[]): string {
  const seen = history.map((entry) => [entry.observation.screen.id, entry.decision]);
  return createHash('sha256')
    .update(JSON.stringify([observation.screen.id, seen]))
    .digest('hex')
    .slice(0, 16);
}
