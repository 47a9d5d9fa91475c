import { pythonStrip } from '../../../domain/hierarchy/python-strip.js';
import type { PromptInput, PromptStep } from '../../dialects/dialect.js';
import { message } from '../../dialects/prompt-parts.js';
import type { ModelMessage } from '../../model.js';
import { DATE_SWITCH, localDay, WEEKDAYS } from '../local-day.js';
import type { OfficialAsking, PromptSet } from '../prompt-set.js';

/** Earlier steps that are shown as turns with their pictures. */
const SHOWN = 4;

/** What the three clients share. */
const V15 = {
  dialect: 'gui_owl@v1.5',
  benchmarks: [],
  history: { steps: null, pictures: SHOWN },
} as const satisfies Partial<PromptSet>;

/**
 * The day, then the task. Models with a memory are told what they said before their call, others their action alone.
 *
 * Source: Mobile-Agent-v3.5, `mobile_use/utils.py`, `build_messages`; models with a memory have names that end in `.mem`.
 */
const MOBILE: PromptSet = {
  ...V15,
  name: 'guiowl.v15.mobile',
  title: 'GUI-Owl 1.5 as its authors run it on phones',
  isDefault: true,
  texts: ['guiowl.v15.mobile.system', 'guiowl.v15.mobile.user', 'guiowl.v15.mobile.date'],
  picture: {
    resize: { algorithm: 'smart_resize', factor: 28, minPixels: 3136, maxPixels: 10_035_200 },
    format: 'png',
  },
  sampling: {},
  ownSwitches: { earlier: { default: 'action', words: ['action', 'memory'] }, date: DATE_SWITCH },
  request: (input, asked) => {
    const { texts, switches } = asked;
    const { older, shown } = divided(input);
    const words = switches['earlier'] === 'memory' ? beforeCall : actionPart;
    const lines = older.map((step, index) => `Step ${index + 1}: ${words(answerOf(step))}`);
    const task = texts.fill('guiowl.v15.mobile.user', {
      date_info: texts.fill('guiowl.v15.mobile.date', { formatted_date: dayText(asked) }),
      instruction: input.instruction,
      previous_actions_str: lines.length === 0 ? 'None' : lines.join('\n'),
    });
    return { messages: conversation(input, texts.text('guiowl.v15.mobile.system'), task, shown) };
  },
};

/**
 * Source: Mobile-Agent-v3.5, `android_world_v3.5/…/gui_owl.py`. Deviation: that client sends pictures in base64 without the
 * rest of a data URL, which no server is bound to take.
 */
const ANDROID_WORLD: PromptSet = {
  ...V15,
  name: 'guiowl.v15.aw',
  title: 'GUI-Owl 1.5 as its authors run it on AndroidWorld',
  texts: ['guiowl.v15.aw.system', 'guiowl.v15.aw.user', 'guiowl.v15.aw.user.history'],
  picture: { resize: null, format: 'png' },
  sampling: {},
  request: (input, { texts }) => {
    const { older, shown } = divided(input);
    const goal = input.instruction;
    const lines = older.map((step, index) => `Step${index + 1}: ${lastAction(answerOf(step))}`);
    const task =
      lines.length === 0
        ? texts.fill('guiowl.v15.aw.user', { goal })
        : texts.fill('guiowl.v15.aw.user.history', { goal, history_string: lines.join('\n') });
    return { messages: conversation(input, texts.text('guiowl.v15.aw.system'), task, shown) };
  },
};

/**
 * Lists as many of the latest steps as there are older ones, shown as turns or not: it counts from the wrong end.
 *
 * Source: Mobile-Agent-v3.5, `cookbook/end2end_usage_mobile.ipynb`.
 */
const COOKBOOK: PromptSet = {
  ...V15,
  name: 'guiowl.v15.cookbook',
  title: 'GUI-Owl 1.5 as its cookbook asks it',
  texts: ['guiowl.v15.cookbook.system', 'guiowl.v15.cookbook.user'],
  picture: { resize: null, format: 'png' },
  sampling: { temperature: 0 },
  request: (input, { texts }) => {
    const { older, shown } = divided(input);
    const listed = older.length === 0 ? [] : input.history.slice(-older.length);
    const lines = listed.map((step, index) => `Step${index + 1}: ${actionLine(answerOf(step))}`);
    const task = texts.fill('guiowl.v15.cookbook.user', {
      goal: input.instruction,
      prev: lines.length === 0 ? 'No previous action.' : lines.join('\n'),
    });
    return { messages: conversation(input, texts.text('guiowl.v15.cookbook.system'), task, shown) };
  },
};

/** How the authors of GUI-Owl ask its release 1.5. */
export const GUI_OWL_V15_SETS: readonly PromptSet[] = [MOBILE, ANDROID_WORLD, COOKBOOK];

/** Steps that are listed, and those that are shown as turns. */
function divided({ history }: PromptInput): {
  readonly older: readonly PromptStep[];
  readonly shown: readonly PromptStep[];
} {
  const split = Math.max(history.length - SHOWN, 0);
  return { older: history.slice(0, split), shown: history.slice(split) };
}

function answerOf({ answer, call }: PromptStep): string {
  return answer ?? call ?? '';
}

/** The task stands before the first picture that is shown. */
function conversation(
  { screenshot }: PromptInput,
  system: string,
  task: string,
  shown: readonly PromptStep[],
): ModelMessage[] {
  const opening = (index: number): readonly string[] => (index === 0 ? [task] : []);
  return [
    message('system', system),
    ...shown.flatMap((step, index) => [
      message('user', ...opening(index), step.picture),
      message('assistant', answerOf(step)),
    ]),
    message('user', ...opening(shown.length), screenshot),
  ].filter(({ content }) => content.length > 0);
}

function actionPart(answer: string): string {
  if (!answer.includes('Action:') || !answer.includes('<tool_call>')) return answer;
  return pythonStrip((answer.split('Action:')[1] ?? '').split('<tool_call>')[0] ?? '');
}

function beforeCall(answer: string): string {
  return answer.includes('<tool_call>') ? pythonStrip(answer.split('<tool_call>')[0] ?? '') : answer;
}

function lastAction(answer: string): string {
  return pythonStrip((answer.split('Action:').at(-1) ?? '').split('<tool_call>')[0] ?? '');
}

/** The rest of the line behind the first `Action:`; what Python prints of nothing where there is none. */
function actionLine(answer: string): string {
  const [, line] = /Action:\s*([^\n]+)/.exec(answer) ?? [];
  return line === undefined ? 'None' : pythonStrip(line);
}

function dayText(asked: OfficialAsking): string {
  const { year, month, day, weekday } = localDay(asked);
  return `${year}-${month}-${day} ${WEEKDAYS[weekday] ?? ''}`;
}
