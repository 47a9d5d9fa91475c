import type { RunIdentity } from '../../domain/run.js';
import type { AgentKind } from '../view/report-run.js';

/** Agents that see nothing, or only the words of the UI hierarchy: what they reach, a benchmark gives away. */
const BASELINES: ReadonlySet<string> = new Set([
  'no-op',
  'always-complete',
  'random',
  'home-spam',
  'tap-text',
  'replay',
]);

/** Which rows of a result table an agent belongs to. */
export function agentKind({ agent }: RunIdentity): AgentKind {
  if (agent.privileged) return 'oracle';
  return BASELINES.has(agent.name) ? 'baseline' : 'agent';
}
