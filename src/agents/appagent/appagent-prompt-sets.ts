import type { PromptInput, Sampling } from '../../models/dialects/dialect.js';
import { userTurn } from '../../models/dialects/prompt-parts.js';
import type { PromptSet } from '../../models/prompt-sets/prompt-set.js';

/** What differs between the vendor's texts and others' copies of them. */
export interface AppAgentTexts {
  /** Name of the set and beginning of its texts' ids. */
  readonly name: string;
  readonly title: string;
  readonly dialect: string;
  readonly benchmarks: readonly string[];
  readonly sampling: Sampling;
}

/** How AppAgent asks over numbered elements. Source: AppAgent reference code, `task_executor.py`. */
export function appAgentSet({ name, ...whose }: AppAgentTexts): PromptSet {
  return {
    ...whose,
    name,
    agents: ['appagent'],
    texts: [`${name}.task`],
    agentTexts: [`${name}.task-grid`],
    history: { steps: 1, pictures: 0 },
    picture: { resize: null, format: 'jpeg' },
    request: (input, { texts }) => {
      const text = texts.fill(`${name}.task`, { ...taskOf(input), ui_document: '' });
      return userTurn(text, input.marked);
    },
  };
}

/** How it asks in the round under a grid; the text is one of the agent's in {@link appAgentSet}. */
export function appAgentGridSet(set: PromptSet): PromptSet {
  const [id = ''] = set.agentTexts ?? [];
  return {
    ...set,
    dialect: 'appagent_grid',
    texts: [id],
    agentTexts: [],
    request: (input, { texts }) => userTurn(texts.fill(id, taskOf(input)), input.screenshot),
  };
}

/** The vendor's own texts. */
export const APPAGENT_SET: PromptSet = appAgentSet({
  name: 'appagent',
  title: 'AppAgent: any model that sees',
  dialect: 'appagent',
  benchmarks: [],
  sampling: { temperature: 0, maxOutputTokens: 300 },
});

function taskOf({ instruction, notes, history }: PromptInput): Readonly<Record<string, string>> {
  return {
    task_description: instruction,
    last_act: notes['past_actions'] ?? history.at(-1)?.summary ?? 'None',
  };
}
