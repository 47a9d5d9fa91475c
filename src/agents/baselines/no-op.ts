import type { Agent } from '../agent.js';
import { statelessAgent } from './stateless-agent.js';

/** Baseline that waits at every step until the budget is spent: what it scores, the start state alone is worth. */
export function noOpAgent(): Agent {
  return statelessAgent({
    name: 'no-op',
    version: '1',
    decide: () => ({ type: 'action', action: { type: 'wait' }, summary: 'wait' }),
  });
}
