import { ACTION_MARKS, NUMBERED_TEXTS } from '../../../domain/observation-rule.js';
import type { RunIdentity } from '../../../domain/run.js';

/** What a model was shown of each screen, in the words of the reference code's folders of runs. */
export const SPHINX_OBSERVATIONS = ['text', 'tree', 'annotated_image', 'image'] as const;
export type SphinxObservation = (typeof SPHINX_OBSERVATIONS)[number];

/** What the paper's Tables 4, 5 and 10 know runs by. Null is what nobody has said, or the tables have no place for. */
export interface SphinxCondition {
  /** Whose method it was, as the tables call it: `ReAct`, `AppAgent`, or the name of another agent. */
  readonly agent: string | null;
  readonly observation: SphinxObservation | null;
  /** Whether AppAgent had documents of the apps. */
  readonly documents: boolean | null;
  readonly model: string | null;
  /** What the reader of a table must know of it, a sentence each. */
  readonly remarks: readonly string[];
}

const NOBODY: SphinxCondition = {
  agent: null,
  observation: null,
  documents: null,
  model: null,
  remarks: [],
};
const AGENTS: Readonly<Record<string, string>> = { react: 'ReAct', appagent: 'AppAgent' };

const LEAVES = `text:${NUMBERED_TEXTS.leaves}`;

/** Kinds of observation of runs, by what the reference code calls them. */
const OBSERVATIONS: Readonly<Record<string, SphinxObservation>> = {
  [`text:${NUMBERED_TEXTS.simplified}`]: 'text',
  [LEAVES]: 'text',
  [`text:${NUMBERED_TEXTS.tree}`]: 'tree',
  [`marked:${ACTION_MARKS}`]: 'annotated_image',
  screenshot: 'image',
};

/** What the tables call an agent of this name. */
export function tableAgent(name: string): string {
  return AGENTS[name.toLowerCase()] ?? name;
}

/** The condition of a run of Touchstone; of nobody where there is none. */
export function conditionOfRun(
  identity: Pick<RunIdentity, 'agent' | 'observation' | 'models'> | null,
): SphinxCondition {
  if (identity === null) return NOBODY;
  const { agent, observation, models } = identity;
  const ids = new Set(Object.values(models).map(({ model }) => model));
  const [model] = ids;
  const options: unknown = agent.settings['options'];
  const documents =
    agent.name === 'appagent' && typeof options === 'object' && options !== null && 'documents' in options
      ? options.documents !== null
      : null;
  return {
    agent: tableAgent(agent.name),
    observation: OBSERVATIONS[observation.kind] ?? null,
    documents,
    model: ids.size === 1 && typeof model === 'string' ? model : null,
    remarks:
      observation.kind === LEAVES
        ? ['Simplified text shows leaves alone here, as the paper says and its code does not.']
        : [],
  };
}

/** Heading that a condition stands under in Table 4, and what Table 10 calls it: text, or a picture. */
export function modalityOf({ observation }: SphinxCondition): 'Text' | 'Vision' | null {
  if (observation === null) return null;
  return observation === 'text' || observation === 'tree' ? 'Text' : 'Vision';
}
