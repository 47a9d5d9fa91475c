import type { Agent } from '../../../src/agents/agent.js';
import { AgentProcessError } from '../../../src/agents/process/agent-process.js';
import { BugError } from '../../../src/errors.js';
import type { Model } from '../../../src/models/model.js';
import { ModelOutageError } from '../../../src/models/model-errors.js';
import { scriptedModel } from '../../../src/models/scripted.js';
import { actionsOf } from './errands.js';
import type { FaultKind, PlannedEpisode } from './fault-plan.js';

type Episodes = ReadonlyMap<string, PlannedEpisode>;

/** Plays each episode's script; asks its model which action is next, and crashes where that is the episode's fault. */
export function scriptedAgent(episodes: Episodes): Agent {
  return {
    name: 'errand-runner',
    version: '1',
    settings: {},
    needs: { models: ['actor'], privileges: false, pictures: false, hierarchy: false },
    resume: 'step',
    open: async ({ task, models }) => ({
      decide: async (_observation, history, { signal }) => {
        const text = `${task.id} ${history.length}`;
        const answer = await models['actor']?.generate(
          { messages: [{ role: 'user', content: [{ type: 'text', text }] }] },
          { signal },
        );
        const episode = episodeOf(episodes, task.id);
        if (isHit(episode, 'agent-crash', history.length)) {
          throw new AgentProcessError('the agent ended in mid-episode');
        }
        const action = actionsOf(episode.script)[Number(answer?.text)];
        if (action === undefined) throw new BugError(`${task.id} has no action ${answer?.text}`);
        return { type: 'action', action };
      },
      [Symbol.asyncDispose]: async () => undefined,
    }),
  };
}

/** Answers with the number of the next action, and is out where that is the episode's fault. */
export function scriptedActor(episodes: Episodes): Model {
  return scriptedModel(({ messages }) => {
    const [part] = messages[0]?.content ?? [];
    const [id = '', step = ''] = part?.type === 'text' ? part.text.split(' ') : [];
    return isHit(episodeOf(episodes, id), 'model-outage', Number(step))
      ? new ModelOutageError('the endpoint broke off')
      : step;
  });
}

function isHit({ fault }: PlannedEpisode, kind: FaultKind, step: number): boolean {
  return fault?.kind === kind && fault.step === step;
}

function episodeOf(episodes: Episodes, id: string): PlannedEpisode {
  const episode = episodes.get(id);
  if (episode === undefined) throw new BugError(`there is no episode ${id}`);
  return episode;
}
