import { stop } from '../../domain/action.js';
import type { Agent } from '../agent.js';
import { statelessAgent } from './stateless-agent.js';

/** Baseline that declares success at its first step: what it scores, the agent's word alone is worth. */
export function alwaysCompleteAgent(): Agent {
  return statelessAgent({
    name: 'always-complete',
    version: '1',
    decide: () => ({ type: 'action', action: stop('success'), summary: 'stop' }),
  });
}
