import type { PromptStep } from '../../dialects/dialect.js';
import { userTurn } from '../../dialects/prompt-parts.js';
import type { PromptSet } from '../prompt-set.js';

/** What the model is told of where it works. */
const PLATFORM = 'Mobile';

/** One of the formats that the model was trained to answer in, and who asks for it. */
interface Format {
  readonly name: string;
  readonly title: string;
  /** Id of the sentence that asks for it. */
  readonly text: string;
  readonly variant: 'action-operation' | 'status-action-operation' | 'status-plan-action-operation';
  readonly sensitive: boolean;
  readonly isDefault?: true;
}

/**
 * The task, earlier operations with what they were for, the platform, the format; then the screen.
 *
 * Source: CogAgent repository, `inference/cli_demo.py` and `app/client.py`, which are about computers; the parts are in the
 * order of the client, since the demo gives the picture apart from the text.
 */
function cogAgentSet({ text, variant, sensitive, ...named }: Format): PromptSet {
  return {
    ...named,
    dialect: `cogagent@${variant}`,
    benchmarks: [],
    switches: { sensitive },
    texts: ['cogagent.query', 'cogagent.platform', 'cogagent.history.head', 'cogagent.history.line', text],
    history: { steps: null, pictures: 0 },
    picture: { resize: null, format: 'png' },
    sampling: { topK: 1 },
    request: ({ instruction, history, screenshot }, { texts }) => {
      const lines = history.map((step, index) => {
        const { operation, action } = toldStep(step);
        return texts.fill('cogagent.history.line', { index: `${index}`, step: operation, action });
      });
      const query = texts.fill('cogagent.query', {
        task: instruction,
        history_str: texts.text('cogagent.history.head') + lines.join(''),
        platform_str: texts.fill('cogagent.platform', { 'args.platform': PLATFORM }),
        format_str: texts.text(text),
      });
      return userTurn(query, screenshot);
    },
  };
}

/** What the demo keeps of an answer. It cannot go on behind one that has but one of the two, which is empty here. */
function toldStep({ answer, call, summary, thought }: PromptStep): {
  readonly operation: string;
  readonly action: string;
} {
  const part = (label: string, otherwise: string | null): string =>
    (answer === null ? otherwise : new RegExp(`${label}:\\s*([^\\n]*)`).exec(answer)?.[1]) ?? '';
  return { operation: part('Grounded Operation', call), action: part('Action', summary ?? thought) };
}

/** How the authors of CogAgent ask it, by the format of its answers. */
export const COGAGENT_SETS: readonly PromptSet[] = [
  cogAgentSet({
    name: 'cogagent.action-op-sensitive',
    title: 'CogAgent-9B as its demo asks it',
    text: 'cogagent.format.action-op-sensitive',
    variant: 'action-operation',
    sensitive: true,
    isDefault: true,
  }),
  cogAgentSet({
    name: 'cogagent.action-op',
    title: 'CogAgent-9B as its demo asks it: nothing of sensitive operations',
    text: 'cogagent.format.action-op',
    variant: 'action-operation',
    sensitive: false,
  }),
  cogAgentSet({
    name: 'cogagent.status-action-op-sensitive',
    title: 'CogAgent-9B as its demo asks it: with the status',
    text: 'cogagent.format.status-action-op-sensitive',
    variant: 'status-action-operation',
    sensitive: true,
    isDefault: true,
  }),
  cogAgentSet({
    name: 'cogagent.status-action-op',
    title: 'CogAgent-9B as its demo asks it: with the status, nothing of sensitive operations',
    text: 'cogagent.format.status-action-op',
    variant: 'status-action-operation',
    sensitive: false,
  }),
  cogAgentSet({
    name: 'cogagent.status-plan-action-op',
    title: 'CogAgent-9B as its demo asks it: with status and plan, nothing of sensitive operations',
    text: 'cogagent.format.status-plan-action-op',
    variant: 'status-plan-action-operation',
    sensitive: false,
    isDefault: true,
  }),
  {
    ...cogAgentSet({
      name: 'cogagent.app',
      title: 'CogAgent-9B as its desktop app asks it: with status and plan',
      text: 'cogagent.format.app',
      variant: 'status-plan-action-operation',
      sensitive: true,
    }),
    // What its sliders stand at, which is not what its function would send by itself.
    sampling: { temperature: 0.6, topP: 0.8, presencePenalty: 1, maxOutputTokens: 4096 },
  },
];
