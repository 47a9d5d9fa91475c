import { chooseSwitches } from '../choose-switches.js';
import { defineDialect } from '../define-dialect.js';
import type { DialectFamily } from '../define-dialect.js';
import { fillTemplate } from '../fill-template.js';
import { extractGroundedAction, extractGroundedActionAsReference } from './extract-action.js';
import { parseSphinx, parseSphinxAsReference } from './parse-sphinx.js';
import type { SphinxGrammar } from './parse-sphinx.js';
import { printSphinxAnswer, printSphinxCall } from './print-sphinx.js';
import { observed } from './sphinx-id.js';
import { sharedValues, sphinxPrompts, withPictures } from './sphinx-prompt.js';
import type { SphinxView } from './sphinx-prompt.js';

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
export const sphinxGround: DialectFamily = defineDialect({
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
  create: ({ variant, coordinates = { space: 'sent' }, history, picture, prompts, switches: given }) => {
    const view = VIEWS.find((name) => name === variant) ?? 'tree';
    const switches = chooseSwitches({ homeAsRestart: false }, given);
    const grammar: SphinxGrammar = { family: FAMILY, by: 'widget', coordinates, ...switches };
    const { actions, rules, observation } = sphinxPrompts(grammar, view);
    const templates = { system: SYSTEM, actions, rules, observation, turn: TURN, ...prompts };
    return {
      family: FAMILY,
      variant: view,
      version: '1',
      coordinates,
      scroll: 'finger',
      observation: { ...observed(view), picture: picture ?? { resize: null, format: 'png' } },
      history: { steps: 0, pictures: 0, ...history },
      prompts: templates,
      switches,
      sampling: { temperature: 0.2 },
      maxActionsPerStep: 1,
      buildRequest: (input) => {
        const text = fillTemplate(templates.turn, {
          ...sharedValues(input, templates, grammar),
          instruction: input.instruction,
          step: input.stepInstruction === null ? '' : `CURRENT STEP: ${input.stepInstruction}`,
        });
        return {
          messages: [
            { role: 'system', content: [{ type: 'text', text: templates.system }] },
            { role: 'user', content: withPictures(text.trimEnd(), input) },
          ],
        };
      },
      parse: (text, context) => parseSphinx(text, context, grammar, extractGroundedAction),
      printCall: (action, sizes) => printSphinxCall(action, grammar, sizes),
      printAnswer: (action, { thought }, sizes) => printSphinxAnswer(action, thought, grammar, sizes),
    };
  },
});
