import type { Agent } from '../agent.js';
import { promptHashes } from '../prompting/prompt-hashes.js';
import { REPAIR_ROLE } from '../prompting/repair-answer.js';
import { answerQuestion } from './answer-question.js';
import type { AnswererSettings } from './answer-question.js';

/** Version of how questions are asked. */
const VERSION = '1';

/**
 * An agent that answers questions as well: its acting model is asked them apart from the agent's own method, which goes on
 * as it is for everything else. A question in the model's own dialect is an ordinary step of the agent with the
 * question's instruction. Agents without a model meet questions by themselves.
 */
export function answeringAgent(agent: Agent, settings: AnswererSettings): Agent {
  const { models } = agent.needs;
  if (models.length === 0) return agent;
  const { prompts, repairs } = settings;
  return {
    ...agent,
    settings: {
      ...agent.settings,
      questions: { version: VERSION, repairs, prompts: promptHashes(prompts) },
    },
    needs: {
      ...agent.needs,
      models: repairs && !models.includes(REPAIR_ROLE.name) ? [...models, REPAIR_ROLE.name] : models,
    },
    open: async (context) => {
      const episode = await agent.open(context);
      return {
        decide: async (observation, history, options) => {
          const { question, ...screenOnly } = observation;
          if (question === undefined) return episode.decide(observation, history, options);
          options.signal.throwIfAborted();
          if (question.view !== 'native') {
            return answerQuestion(question, { context, observation, signal: options.signal }, settings);
          }
          return episode.decide({ ...screenOnly, instruction: question.instruction }, history, options);
        },
        [Symbol.asyncDispose]: () => episode[Symbol.asyncDispose](),
      };
    },
  };
}
