import type { Agent } from '../agent.js';
import { promptHashes } from '../prompting/prompt-hashes.js';
import { REPAIR_ROLE } from '../prompting/repair-answer.js';
import type { Decision } from '../../domain/decision.js';
import { parseHierarchy } from '../../domain/hierarchy/parse-hierarchy.js';
import { answerAction } from '../../domain/questions/question-answer.js';
import type { PlainQuestion } from '../../domain/questions/question.js';
import type { Observation } from '../../domain/screen.js';
import { WRAPPER } from '../../models/dialects/bracketed/bracketed-parts.js';
import { askModel } from '../prompting/ask-model.js';
import type { StepInput } from '../baselines/stateless-agent.js';
import type { QuestionPrompts } from './question-prompts.js';
import { officialQuestion, type AskedQuestions } from './official-question.js';
import { questionRequest } from './question-request.js';
import { repairText } from './repair-reply.js';

interface AnswererSettings {
  readonly prompts: QuestionPrompts;
  /** Role of the model that is asked. */
  readonly role: string;
  /** Whether replies in another form than was asked for are put into form by the model of the role `repair`. */
  readonly repairs: boolean;
  /** Official texts in place of the prompts; absent where there are none. */
  readonly official?: AskedQuestions | undefined;
}

/** Version of how questions are asked. 2: pictures are JPEGs of low detail. */
const VERSION = '2';

/**
 * An agent that answers questions as well: its acting model is asked them apart from the agent's own method, which
 * stays as it is for everything else. A question in the model's own dialect is an ordinary step of the agent with the
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

/**
 * Asks a model a question in a fresh conversation, and keeps its reply as it is: scoring reads it, in either mode.
 *
 * @throws what the models throw
 */
async function answerQuestion(
  question: PlainQuestion,
  { context, observation, signal }: Pick<StepInput, 'context' | 'observation' | 'signal'>,
  { prompts, role, repairs, official }: AnswererSettings,
): Promise<Decision> {
  const { models, task } = context;
  const asked =
    official === undefined ? null : await officialQuestion(question, observation, official, { signal });
  const request =
    asked ?? (await questionRequest(question, observation, prompts, { language: task.language, signal }));
  const reply = await askModel(models, role, { ...WRAPPER.sampling, ...request }, { signal });
  const original = reply.text;
  const summary = `answers ${JSON.stringify(original.slice(0, 80))}`;
  const answered = (repaired: string | null): Decision => ({
    type: 'action',
    action: answerAction(question.type, { original, repaired }),
    summary,
  });
  if (!repairs) return answered(null);
  const widgets = question.type === 'grounding' ? await countWidgets(observation, signal) : 0;
  const text = repairText(question, original, prompts, { widgets });
  if (text === null) return answered(original);
  const messages = [{ role: 'user' as const, content: [{ type: 'text' as const, text }] }];
  const repaired = await askModel(models, REPAIR_ROLE.name, { temperature: 0, messages }, { signal });
  return answered(repaired.text);
}

async function countWidgets({ screen }: Observation, signal: AbortSignal): Promise<number> {
  const xml = screen.hierarchy === null ? null : await screen.hierarchy.load({ signal });
  return xml === null ? 0 : parseHierarchy(xml, { file: screen.id }).widgets.length;
}
