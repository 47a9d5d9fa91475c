import type { Action } from '../../../domain/action.js';
import { defineDialect } from '../define-dialect.js';
import type { PromptInput } from '../dialect.js';
import { fillTemplate } from '../fill-template.js';
import { MOBILE_AGENT_READER } from '../mobile-agent/mobile-agent-reader.js';
import { noteSections, screenText } from '../mobile-agent/mobile-agent-prompt.js';
import { longLine } from '../one-line.js';
import { printJson } from '../print-json.js';
import { message, stepText } from '../prompt-parts.js';
import { writePoint, type PictureSizes } from '../reading/resolve-position.js';
import { FINISH, parseMobileAgentE, type MobileAgentEOptions } from './parse-mobile-agent-e.js';
import { publishedAction } from './published-action.js';
import type { EActionName } from './read-e-action.js';

const FAMILY = 'mobile_agent_e';

const PROMPTS = {
  system: `You help a user to operate an Android phone. You look at the screen, think, and choose the next action.`,
  turn: `### User Instruction ###
{{instruction}}
{{step}}

{{plan}}
### Screen ###
The screenshot is {{screen}}. The texts and icons found on it follow, each with the position of its centre and what it says or is. The list may hold errors: where it contradicts the screenshot, the screenshot is right.
{{elements}}
{{keyboard}}

{{notes}}
### Atomic Actions ###
- Open_App(app_name): open this app; from the home screen or the list of apps.
- Tap(x, y): tap this position.
- Swipe(x1, y1, x2, y2): move the finger from the first position to the second; to see what is further down, move it up.
{{type}}
- Enter(): press Enter.
- Switch_App(): show the apps used lately.
- Back(): go back.
- Home(): go to the home screen.
- Wait(): wait ten seconds for something to load.
{{finish}}

### Shortcuts ###
{{shortcuts}}

### Latest Actions ###
{{history}}

### Answer ###
Answer in this form, with exactly one action or shortcut as JSON; arguments are null where there are none:
### Thought ###
Why this comes next.

### Action ###
{"name": "...", "arguments": {...}}

### Description ###
One sentence that says what the action does and what should come of it.`,
  step: `What to do now: {{step_instruction}}`,
  /** Action on offer while there is a keyboard, or nobody knows whether there is. */
  type: `- Type(text): type this text into the field that has the focus.`,
  /** In its place while there is none. */
  no_keyboard: `Typing is not possible now: there is no keyboard. Tap a field to bring it up, or use a shortcut that does.`,
  /** One more action where no manager ends the task. */
  finish: `- Finish(): the task is done.`,
  /** In place of shortcuts where there are none. */
  no_shortcuts: 'There are none yet.',
} as const;

const PLAN_HEADINGS = { plan: 'Overall Plan', progress: 'Progress', subgoal: 'Current Subgoal' } as const;
const NOTE_HEADINGS = { memory: 'Important Notes', tips: 'Tips', error: 'What went wrong last' } as const;

/**
 * The operator of Mobile-Agent-E: a thought, one JSON call and a description under headings; learned shortcuts give several
 * actions at once. In the paper a manager ends the task, and `operator` has no call for it; `alone` adds `Finish`, for
 * agents without a manager. Notes with a place in the prompt: `plan`, `progress`, `subgoal`, `memory`, `tips`, `error`,
 * `shortcuts`, `keyboard` (`on` or `off`), and `outcomes` (the latest actions with what came of them, in place of the plain
 * history).
 *
 * Source: Mobile-Agent-E paper and repository. The wording is ours.
 */
export const mobileAgentE = defineDialect({
  family: FAMILY,
  title: 'Mobile-Agent-E: any model that sees, with a list of texts and icons, and shortcuts',
  variants: ['alone', 'operator'],
  references: { [MOBILE_AGENT_READER]: publishedAction },
  create: ({ variant = 'alone', coordinates = { space: 'sent' }, prompts }) => {
    const templates = { ...PROMPTS, ...prompts };
    const options = { family: FAMILY, coordinates, finishes: variant !== 'operator' };
    return {
      // 3: of two sections the last counts.
      version: '3',
      coordinates,
      observation: { text: 'perception' },
      history: { steps: 5 },
      prompts: templates,
      sampling: { temperature: 0, maxOutputTokens: 2048 },
      // Only a shortcut holds more than one action, and all of it is carried out.
      maxActionsPerStep: 20,
      buildRequest: (input) => {
        const { instruction, elementText, screenshot, notes } = input;
        const { keyboard } = notes;
        const text = fillTemplate(templates.turn, {
          instruction,
          step: stepText(templates.step, input),
          plan: noteSections(notes, PLAN_HEADINGS),
          screen: screenText(input),
          elements: elementText || 'Nothing was found.',
          keyboard:
            keyboard === undefined ? '' : `The keyboard is ${keyboard === 'off' ? 'not shown' : 'shown'}.`,
          type: keyboard === 'off' ? templates.no_keyboard : templates.type,
          notes: noteSections(notes, NOTE_HEADINGS),
          finish: options.finishes ? templates.finish : '',
          shortcuts: notes['shortcuts'] || templates.no_shortcuts,
          history: notes['outcomes'] || historyText(input),
        });
        return { messages: [message('system', templates.system), message('user', text, screenshot)] };
      },
      parse: (text, context) => parseMobileAgentE(text, context, options),
      words: (action, sizes) => callText(action, options, sizes),
      line: longLine,
      answer: (call, { thought, summary }) =>
        `### Thought ###\n${thought}\n\n### Action ###\n${call}\n\n### Description ###\n${summary}`,
    };
  },
});

function historyText({ history }: PromptInput): string {
  if (history.length === 0) return 'No actions have been taken yet.';
  return history
    .map(({ summary, call }) => `- Action: ${call ?? 'unreadable'} | Description: ${summary ?? 'unknown'}`)
    .join('\n');
}

function callText(action: Action, options: MobileAgentEOptions, sizes: PictureSizes): string | null {
  const call = callOf(action, options, sizes);
  return call === null ? null : printJson(call);
}

interface Call {
  readonly name: EActionName | typeof FINISH;
  readonly arguments: Readonly<Record<string, unknown>> | null;
}

const KEYS: Readonly<Record<string, EActionName>> = {
  ENTER: 'Enter',
  APP_SWITCH: 'Switch_App',
  BACK: 'Back',
  HOME: 'Home',
};

function callOf(
  action: Action,
  { coordinates, finishes }: MobileAgentEOptions,
  sizes: PictureSizes,
): Call | null {
  switch (action.type) {
    case 'tap': {
      if (action.target.type !== 'point' || (action.count ?? 1) > 1) return null;
      const [x, y] = writePoint(action.target.point, coordinates, sizes);
      return { name: 'Tap', arguments: { x, y } };
    }
    case 'swipe': {
      if (action.from === undefined || action.to === undefined) return null;
      const [x1, y1] = writePoint(action.from, coordinates, sizes);
      const [x2, y2] = writePoint(action.to, coordinates, sizes);
      return { name: 'Swipe', arguments: { x1, y1, x2, y2 } };
    }
    case 'type':
      return action.text === '' ? null : { name: 'Type', arguments: { text: action.text } };
    case 'open_app':
      return { name: 'Open_App', arguments: { app_name: action.app } };
    case 'key': {
      const name = KEYS[action.key];
      return name === undefined ? null : { name, arguments: null };
    }
    case 'wait':
      return { name: 'Wait', arguments: null };
    case 'stop':
      return finishes ? { name: FINISH, arguments: null } : null;
    default:
      return null;
  }
}
