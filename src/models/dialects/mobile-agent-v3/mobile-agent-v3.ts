import type { Action } from '../../../domain/action.js';
import { chooseSwitches } from '../choose-switches.js';
import { defineDialect } from '../define-dialect.js';
import { fillTemplate } from '../fill-template.js';
import { MOBILE_AGENT_READER } from '../mobile-agent/mobile-agent-reader.js';
import { noteSections } from '../mobile-agent/mobile-agent-prompt.js';
import { mobileUseRules } from '../mobile-use/mobile-use-rules.js';
import { longLine } from '../one-line.js';
import { printJson } from '../print-json.js';
import { message, stepText } from '../prompt-parts.js';
import { writePoint, type CoordinateRule, type PictureSizes } from '../reading/resolve-position.js';
import { parseMobileAgentV3, type MobileAgentV3Grammar } from './parse-mobile-agent-v3.js';
import { publishedV3Action } from './published-v3-action.js';

const FAMILY = 'mobile_agent_v3';

const PROMPTS = {
  turn: `You operate an Android phone for a user. Choose the next action.

### User Request ###
{{instruction}}
{{step}}

{{plan}}
{{tips}}
### Actions ###
- answer(text): tell the user the answer; this ends the task. {"action": "answer", "text": "..."}
- click(coordinate): tap this position. {"action": "click", "coordinate": [x, y]}
- long_press(coordinate): hold this position. {"action": "long_press", "coordinate": [x, y]}
- type(text): type this text into the field that has the focus. {"action": "type", "text": "..."}
- system_button(button): press Back, Home or Enter. {"action": "system_button", "button": "Back"}
- swipe(coordinate, coordinate2): move the finger from the first position to the second. {"action": "swipe", "coordinate": [x, y], "coordinate2": [x, y]}
- open_app(text): open the app of this name. {"action": "open_app", "text": "..."}

### Latest Actions ###
{{history}}

### Answer ###
Answer in this form, with exactly one action as JSON:
### Thought ###
Why this comes next.

### Action ###
{"action": "..."}

### Description ###
One sentence that says what the action does.`,
  step: `What to do now: {{step_instruction}}`,
} as const;

const PLAN_HEADINGS = { plan: 'Overall Plan', subgoal: 'Current Subgoal', progress: 'Progress' } as const;
const SWITCHES = { positions: 'screen' } as const;

/** How the client resizes pictures before it sends them. Source: Mobile-Agent-v3 reference code, `infer_ma3.py`. */
export const V3_RESIZE = {
  algorithm: 'smart_resize',
  factor: 28,
  minPixels: 3136,
  maxPixels: 10_035_200,
} as const;

/**
 * The executor of Mobile-Agent-v3: a thought, one JSON call and a description under headings; a manager ends the task, or the
 * executor's answer. Positions are taken for pixels of the screen, as in the published code, although the picture is resized;
 * with the switch `positions=picture` they count the picture. Notes with a place in the prompt: `plan`, `subgoal`, `progress`,
 * `tips`, and `outcomes` (the latest actions with what came of them, in place of the plain history).
 *
 * Source: Mobile-Agent-v3 paper and reference code, `android_world_v3`. The wording is ours.
 */
export const mobileAgentV3 = defineDialect({
  family: FAMILY,
  title: 'Mobile-Agent-v3: GUI-Owl and any other model that sees, under a manager',
  variants: [],
  references: { [MOBILE_AGENT_READER]: publishedV3Action },
  create: ({ coordinates = { space: 'sent' }, prompts, switches: given }) => {
    const templates = { ...PROMPTS, ...prompts };
    const switches = chooseSwitches(SWITCHES, given, { positions: ['screen', 'picture'] });
    const rules = mobileUseRules({ family: FAMILY, answerEnds: true, interacts: false });
    const grammar: MobileAgentV3Grammar = {
      family: FAMILY,
      coordinates,
      countsScreen: switches.positions === 'screen' && coordinates.space === 'sent',
      rules,
    };
    return {
      coordinates,
      switches,
      observation: { picture: { resize: V3_RESIZE, format: 'png' } },
      history: { steps: 5 },
      prompts: templates,
      buildRequest: (input) => {
        const { notes, history, screenshot } = input;
        const told = history.map(
          ({ summary, call }) => `Action: ${call ?? 'unreadable'} | Description: ${summary ?? 'unknown'}`,
        );
        const text = fillTemplate(templates.turn, {
          instruction: input.instruction,
          step: stepText(templates.step, input),
          plan: noteSections(notes, PLAN_HEADINGS),
          tips: noteSections(notes, { tips: 'Guidelines' }),
          history: notes['outcomes'] || told.join('\n') || 'No actions have been taken yet.',
        });
        return { messages: [message('user', text, screenshot)] };
      },
      parse: (text, context) => parseMobileAgentV3(text, context, grammar),
      words: (action, sizes) => callText(action, grammar, sizes),
      line: longLine,
      // An answer without a thought counts for nothing: what it does stands there where nobody recorded one.
      answer: (call, { thought, summary }) =>
        `### Thought ###\n${thought || summary || call}\n\n### Action ###\n${call}\n\n### Description ###\n${summary}`,
    };
  },
});

function callText(
  action: Action,
  { rules, coordinates, countsScreen }: MobileAgentV3Grammar,
  sizes: PictureSizes,
): string | null {
  const counted = countsScreen ? { screen: sizes.screen } : sizes;
  if (action.type === 'type' && action.text.includes('  ')) return null;
  const call = rules.write(action, {
    point: (point) => writePoint(point, coordinates satisfies CoordinateRule, counted),
    text: (text) => text,
    finger: (direction) => direction,
  });
  if (call === null || call.name === 'wait' || call.name === 'key') return null;
  // A press has no length here.
  const args = call.arguments.filter(([name]) => name !== 'time');
  const name = call.name === 'open' ? 'open_app' : call.name;
  return printJson({ action: name, ...Object.fromEntries(args) });
}
