import type { Action } from '../../../domain/action.js';
import { defineDialect } from '../define-dialect.js';
import type { PromptInput } from '../dialect.js';
import { fillTemplate } from '../fill-template.js';
import { MOBILE_AGENT_READER } from '../mobile-agent/mobile-agent-reader.js';
import { noteSections, screenText } from '../mobile-agent/mobile-agent-prompt.js';
import { longLine } from '../one-line.js';
import { historyLines, message, stepText } from '../prompt-parts.js';
import { writePoint, type CoordinateRule, type PictureSizes } from '../reading/resolve-position.js';
import { parseMobileAgentV2 } from './parse-mobile-agent-v2.js';
import { publishedOperation } from './published-operation.js';

const FAMILY = 'mobile_agent_v2';

const PROMPTS = {
  system: `You help a user to operate an Android phone. You look at the screen, think, and choose the next operation.`,
  turn: `### Task ###
{{instruction}}
{{step}}

### Screen ###
The screenshot is {{screen}}. The texts and icons found on it follow, each with the position of its centre and what it says or is. The list may hold errors: where it contradicts the screenshot, the screenshot is right.
{{elements}}

{{keyboard}}
{{hint}}
{{history}}
{{notes}}
### What you can do ###
Open app (app name): open this app from the home screen.
Tap (x, y): tap this position.
Swipe (x1, y1), (x2, y2): move the finger from the first position to the second; to see what is further down, move it up.
{{type}}
Home: go to the home screen.
Stop: the task is done.

### Answer ###
Answer in this form, with exactly one operation of the list:
### Thought ###
What the screen shows and what has to come next.
### Action ###
The operation with its arguments.
### Operation ###
One sentence that says what the operation does.`,
  step: `What to do now: {{step_instruction}}`,
  /** Action on offer while there is a keyboard, or nobody knows whether there is. */
  type: `Type (text): type this text into the field that has the focus.`,
  /** In its place while there is none. */
  no_keyboard: `Typing is not possible now: there is no keyboard. Tap a field to bring it up.`,
} as const;

const HEADINGS = {
  completed: 'Completed contents',
  memory: 'Memory',
  last_operation: 'The last operation did not do what was expected',
} as const;

/**
 * Mobile-Agent-v2: a thought, one call and a sentence under headings. Texts and icons of the screen are listed with their
 * positions. Notes with a place in the prompt: `completed`, `memory`, `last_operation`, `hint`, and `keyboard`
 * (`on` or `off`).
 *
 * Source: Mobile-Agent-v2 paper and repository. The wording is ours.
 */
export const mobileAgentV2 = defineDialect({
  family: FAMILY,
  title: 'Mobile-Agent-v2: any model that sees, with a list of texts and icons',
  variants: [],
  references: { [MOBILE_AGENT_READER]: publishedOperation },
  create: ({ coordinates = { space: 'sent' }, prompts }) => {
    const templates = { ...PROMPTS, ...prompts };
    const options = { family: FAMILY, coordinates };
    return {
      // 3: of two sections the last counts, and a name is found with words or a colon behind it.
      version: '3',
      coordinates,
      observation: { text: 'perception' },
      prompts: templates,
      sampling: { temperature: 0, maxOutputTokens: 2048, seed: 1234 },
      buildRequest: (input) => {
        const { instruction, elementText, screenshot, notes } = input;
        const isOff = notes['keyboard'] === 'off';
        const text = fillTemplate(templates.turn, {
          instruction,
          step: stepText(templates.step, input),
          screen: screenText(input),
          elements: elementText || 'Nothing was found.',
          keyboard:
            notes['keyboard'] === undefined ? '' : `The keyboard is ${isOff ? 'not shown' : 'shown'}.\n`,
          hint: noteSections(notes, { hint: 'Hint' }),
          history: historyText(input),
          notes: noteSections(notes, HEADINGS),
          type: isOff ? templates.no_keyboard : templates.type,
        });
        return { messages: [message('system', templates.system), message('user', text, screenshot)] };
      },
      parse: (text, context) => parseMobileAgentV2(text, context, options),
      words: (action, sizes) => callText(action, coordinates, sizes),
      line: longLine,
      answer: (call, { thought, summary }) =>
        `### Thought ###\n${thought}\n### Action ###\n${call}\n### Operation ###\n${summary}`,
    };
  },
});

function historyText(input: PromptInput): string {
  const steps = historyLines(
    input,
    ({ summary, call }, number) =>
      `Step-${number}: [Operation: ${summary ?? 'unknown'}; Action: ${call ?? 'unreadable'}]`,
  );
  return steps.length === 0 ? '' : `### Earlier operations ###\n${steps.join('\n')}\n`;
}

function callText(action: Action, coordinates: CoordinateRule, sizes: PictureSizes): string | null {
  switch (action.type) {
    case 'tap':
      if (action.target.type !== 'point' || (action.count ?? 1) > 1) return null;
      return `Tap (${writePoint(action.target.point, coordinates, sizes).join(', ')})`;
    case 'swipe': {
      if (action.from === undefined || action.to === undefined) return null;
      const [from, to] = [action.from, action.to].map((point) =>
        writePoint(point, coordinates, sizes).join(', '),
      );
      return `Swipe (${from}), (${to})`;
    }
    case 'type':
      return isPlain(action.text) ? `Type (${action.text})` : null;
    case 'open_app':
      return isPlain(action.app) ? `Open app (${action.app})` : null;
    case 'key':
      return { HOME: 'Home', BACK: 'Back' }[action.key] ?? null;
    case 'stop':
      return 'Stop';
    default:
      return null;
  }
}

/** Whether a reader gives the text back: no quotes around it, which would be taken off, and no heading within. */
function isPlain(text: string): boolean {
  return text !== '' && !/^\s*["'“‘][\s\S]*["'”’]\s*$/.test(text) && !/^\s*(?:#|\*\*)/m.test(text);
}
