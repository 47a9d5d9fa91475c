import { stop, type Action } from '../../domain/action.js';
import type { Agent } from '../agent.js';
import { statelessAgent } from './stateless-agent.js';

/** Recorded actions, already read from wherever they were kept. */
export interface RecordedActions {
  /** Names the recording in the run's identity: a hash of its bytes. */
  readonly hash: string;
  /** The actions of an item in order; those of the repeat where it has its own. Undefined when nothing was recorded. */
  find(item: string, repeat: number): readonly Action[] | undefined;
}

/**
 * Baseline that does what a recording did, without looking, and then stops: what it scores, a blind script is worth.
 * An item that was not recorded is given up at once.
 */
export function replayAgent(recording: RecordedActions): Agent {
  return statelessAgent({
    name: 'replay',
    version: '1',
    settings: { recording: recording.hash },
    decide: ({ context, history }) => {
      const actions = recording.find(context.task.id, context.repeat);
      if (actions === undefined) {
        return { type: 'action', action: stop('failure'), thought: 'nothing is recorded for this item' };
      }
      const action = actions[history.length];
      if (action === undefined) {
        return { type: 'action', action: stop('unspecified'), thought: 'the recording ends here' };
      }
      return { type: 'action', action, summary: `replay ${history.length + 1} of ${actions.length}` };
    },
  });
}
