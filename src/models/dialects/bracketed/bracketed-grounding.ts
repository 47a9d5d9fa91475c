import { chooseSwitches } from '../choose-switches.js';
import { defineDialect, type DialectDefinition, type DialectFamily } from '../define-dialect.js';
import { fillTemplate } from '../fill-template.js';
import { labelled, message } from '../prompt-parts.js';
import { bracketedParts, CUT_SWITCH, cutTexts } from './bracketed-parts.js';
import { bracketedPrompts, sharedValues, type BracketedView } from './bracketed-prompt.js';
import { extractGroundedAction } from './extract-action.js';
import type { BracketedGrammar } from './parse-bracketed.js';

const VIEWS = ['tree', 'annotated_image'] as const satisfies readonly BracketedView[];

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
 * The family of a name that asks grounding questions: one instruction, one screen, one action by element. The action is read
 * from the last backticks and not trimmed.
 *
 * Source: SPHINX paper, GUI grounding. Wording of prompts is ours.
 */
export function bracketedGrounding(
  name: Pick<DialectDefinition, 'family' | 'title' | 'references'>,
): DialectFamily {
  const { family } = name;
  return defineDialect({
    ...name,
    variants: VIEWS,
    create: ({ variant, coordinates = { space: 'sent' }, prompts, switches: given }) => {
      const view = VIEWS.find((known) => known === variant) ?? 'tree';
      const switches = chooseSwitches({ homeAsRestart: false, ...CUT_SWITCH }, given);
      const grammar: BracketedGrammar = { family, by: 'widget', coordinates, ...switches };
      const { actions, rules, observation } = bracketedPrompts(grammar, view);
      const templates = { system: SYSTEM, actions, rules, observation, turn: TURN, ...prompts };
      return {
        ...bracketedParts(grammar, view, extractGroundedAction),
        // 2: pictures are JPEGs of low detail, and answers are not limited.
        version: '2',
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
          const request = { messages: [message('system', templates.system), turn] };
          return cutTexts(request, switches.textCharacters);
        },
      };
    },
  });
}
