import type { ShownScreen } from '../../../agents/look-at.js';
import { WRAPPER } from '../../../models/dialects/bracketed/bracketed-parts.js';
import { message, userTurn } from '../../../models/dialects/prompt-parts.js';
import type { ModelContent } from '../../../models/model.js';
import type { OfficialPrompts } from '../../../models/prompt-sets/official-dialect.js';
import type { PromptSet } from '../../../models/prompt-sets/prompt-set.js';
import { SPHINX_QUESTIONS } from './question-texts.js';
import { sent } from './react-sets.js';

/** Loaded for actions, and for plans as well. */
const SYSTEM = 'sphinx.planner.system-grounding';
const PLAN_TEXTS = [SYSTEM, 'sphinx.planner.domain-knowledge-planning', 'sphinx.planner.planning-template'];

/** How the benchmark asks with its planner for the action of a step. Source: SPHINX reference code, `LLMPlanner.py`. */
function plannerSet(view: 'tree' | 'simplified'): PromptSet {
  return {
    name: `sphinx.planner.${view}`,
    title: `SPHINX: LLM planner over the ${view === 'tree' ? 'UI tree' : 'simplified UI tree'}`,
    dialect: `sphinx_id@${view}`,
    benchmarks: ['sphinx'],
    agents: ['llm-planner'],
    questions: SPHINX_QUESTIONS,
    texts: [SYSTEM, 'sphinx.planner.domain-knowledge-grounding', 'sphinx.planner.grounding-template'],
    agentTexts: PLAN_TEXTS,
    history: { steps: 0, pictures: 0 },
    ...WRAPPER,
    request: ({ instruction, elementText, stepInstruction }, { texts, switches }) => {
      const step = texts.fill('sphinx.planner.grounding-template', {
        observation: elementText ?? '',
        instruction,
        current_plan: stepInstruction ?? '',
      });
      const rules = texts.text('sphinx.planner.domain-knowledge-grounding');
      return sent(userTurn([texts.text(SYSTEM), rules, step].join('\n')), switches);
    },
  };
}

/** Over the whole tree, and over the simplified one. */
export const PLANNER_SETS: readonly PromptSet[] = [plannerSet('tree'), plannerSet('simplified')];

/** The question for a plan in official texts. */
export function officialPlanQuestion(
  said: { readonly instruction: string; readonly action: string; readonly shown: ShownScreen },
  { texts }: Pick<OfficialPrompts, 'texts'>,
): readonly ModelContent[] {
  const template = texts.fill('sphinx.planner.planning-template', {
    observation: said.shown.elementText ?? '',
    instruction: said.instruction,
    previous_action: said.action,
  });
  const rules = texts.text('sphinx.planner.domain-knowledge-planning');
  return message('user', [texts.text(SYSTEM), rules, template].join('\n')).content;
}
