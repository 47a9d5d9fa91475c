import type { Agent } from '../agent.js';
import { statelessAgent } from './stateless-agent.js';

/** Baseline that presses HOME at every step until the budget is spent. */
export function homeSpamAgent(): Agent {
  return statelessAgent({
    name: 'home-spam',
    version: '1',
    decide: () => ({ type: 'action', action: { type: 'key', key: 'HOME' }, summary: 'home' }),
  });
}
