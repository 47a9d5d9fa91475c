import type { Agent, AgentContext, AgentEpisode } from '../../agents/agent.js';

/** Bears what the play of an episode is recorded under: which door its player comes through. */
export interface PlayAgentOptions {
  readonly name: string;
  /** What of the door can change a score; JSON. */
  readonly settings: Readonly<Record<string, unknown>>;
}

/** Somebody outside the program who decides, as the engine's agent: each decision is waited for. */
export function playAgent(
  { name, settings }: PlayAgentOptions,
  open: (context: AgentContext) => AgentEpisode,
): Agent {
  return {
    name,
    version: '1',
    settings,
    needs: { models: [], privileges: false, pictures: true, hierarchy: false },
    // What was played before a failure is played again for the player; see `PlayedEpisode`.
    resume: 'step',
    open: async (context) => open(context),
  };
}
