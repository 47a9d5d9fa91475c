import { chooseSwitches } from '../choose-switches.js';
import { defineDialect } from '../define-dialect.js';
import { fillTemplate } from '../fill-template.js';
import { labelled, message } from '../prompt-parts.js';
import { extractGroundedAction, extractGroundedActionAsReference } from './extract-action.js';
import { parseSphinxAsReference, type SphinxGrammar } from './parse-sphinx.js';
import { sphinxParts } from './sphinx-parts.js';
import { sharedValues, sphinxPrompts, type SphinxView } from './sphinx-prompt.js';

const FAMILY = 'sphinx_ground';
const VIEWS = ['tree', 'annotated_image'] as const satisfies readonly SphinxView[];

const SYSTEM = `You operate Android apps for a user. Given a screen and a task for it, you name the one action that does the task.`;
const TURN = `You are given:
OBSERVATION: the current screen.
TASK: what to do on it.

{{actions}}

{{rules}}

OBSERVATION:
{{observation}}

TASK: {{instruction}}
{{step}}
`;

/**
 * SPHINX's grounding questions: one instruction, one screen, one action by element. The action is read from the last
 * backticks and not trimmed, as the benchmark has it.
 *
 * Source: SPHINX paper, GUI grounding. Wording of prompts is ours.
 */
export const sphinxGround = defineDialect({
  family: FAMILY,
  title: 'SPHINX grounding questions, elements by index',
  variants: VIEWS,
  references: {
    sphinx: (text, context) =>
      parseSphinxAsReference(
        text,
        context,
        { family: FAMILY, by: 'widget' },
        extractGroundedActionAsReference,
      ),
  },
  create: ({ variant, coordinates = { space: 'sent' }, prompts, switches: given }) => {
    const view = VIEWS.find((name) => name === variant) ?? 'tree';
    const switches = chooseSwitches({ homeAsRestart: false }, given);
    const grammar: SphinxGrammar = { family: FAMILY, by: 'widget', coordinates, ...switches };
    const { actions, rules, observation } = sphinxPrompts(grammar, view);
    const templates = { system: SYSTEM, actions, rules, observation, turn: TURN, ...prompts };
    return {
      ...sphinxParts(grammar, view, extractGroundedAction),
      history: { steps: 0 },
      prompts: templates,
      switches,
      buildRequest: (input) => {
        const text = fillTemplate(templates.turn, {
          ...sharedValues(input, templates, grammar),
          instruction: input.instruction,
          step: labelled('CURRENT STEP: ', input.stepInstruction),
        });
        const turn = message('user', text.trimEnd(), input.screenshot, input.marked);
        return { messages: [message('system', templates.system), turn] };
      },
    };
  },
});
