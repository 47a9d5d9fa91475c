import { pythonJson } from '../../../domain/graph/python-values.js';
import type { PromptStep } from '../../dialects/dialect.js';
import { message } from '../../dialects/prompt-parts.js';
import { DATE_SWITCH, localDay, WEEKDAYS } from '../local-day.js';
import type { OfficialAsking, PromptSet } from '../prompt-set.js';
import { saidParts } from './said-parts.js';

const FIRST = 'autoglm.first-user';
const LATER = 'autoglm.screen-info';
/** What the client calls an app that is not on its list. */
const NO_APP = 'System Home';

/**
 * Every earlier step as a turn without its picture. The system text names the day.
 *
 * Source: Open-AutoGLM, `phone_agent`. Deviations: the client names the app in front by its own list of names, this by its
 * package; the client takes the day that it was started on, this that of the step.
 */
function autoGlmSet(language: 'zh' | 'en', title: string): PromptSet {
  const system = `autoglm.system.${language}`;
  return {
    name: `autoglm.${language}`,
    title,
    dialect: 'autoglm',
    benchmarks: [],
    texts: [system, FIRST, LATER],
    history: { steps: null, pictures: 0 },
    picture: { resize: null, format: 'png' },
    sampling: { temperature: 0, topP: 0.85, frequencyPenalty: 0.2, maxOutputTokens: 3000 },
    ownSwitches: { date: DATE_SWITCH },
    request: (input, asked) => {
      const { texts } = asked;
      const turn = (index: number, app: string | null): string => {
        const screen = pythonJson({ current_app: app ?? NO_APP });
        return index === 0
          ? texts.fill(FIRST, { user_prompt: input.instruction, screen_info: screen })
          : texts.fill(LATER, { screen_info: screen });
      };
      const steps = input.history.flatMap((step) => {
        const said = storedAnswer(step);
        return said === null ? [] : [{ said, app: step.record?.app ?? null }];
      });
      return {
        messages: [
          message('system', texts.fill(system, { formatted_date: dayText(language, asked) })),
          ...steps.flatMap(({ said, app }, index) => [
            message('user', turn(index, app)),
            message('assistant', said),
          ]),
          message('user', input.screenshot, turn(steps.length, input.app)),
        ],
      };
    },
  };
}

/** How the authors of AutoGLM ask it. */
export const AUTOGLM_SETS: readonly PromptSet[] = [
  { ...autoGlmSet('zh', 'AutoGLM as its phone demo asks it, in Chinese'), isDefault: true },
  autoGlmSet('en', 'AutoGLM as its phone demo asks it, in English'),
];

function storedAnswer({ answer, thought, call }: PromptStep): string | null {
  const own = answer === null ? null : saidParts(answer);
  if (own === null && call === null) return null;
  const { thinking, action } = own ?? { thinking: thought ?? '', action: call ?? '' };
  return `<think>${thinking}</think><answer>${action}</answer>`;
}

function dayText(language: 'zh' | 'en', asked: OfficialAsking): string {
  const { year, month, day, weekday } = localDay(asked);
  if (language === 'en') return `${year}-${month}-${day}, ${WEEKDAYS[weekday] ?? ''}`;
  return `${year}年${month}月${day}日 星期${'一二三四五六日'[weekday] ?? ''}`;
}
