import { didYouMean } from '../../domain/text/nearest-name.js';
import { UserError } from '../../errors.js';
import type { PhoneOptions } from '../../phone/phone-options.js';

/** How a phone must be set up for an agent that expects it so, and where the agent prints its answer. */
export interface PhonePreset {
  readonly title: string;
  readonly options: Partial<PhoneOptions>;
  /** Absent where the agent prints none. */
  readonly answer?: PresetAnswer;
}

export interface PresetAnswer {
  /** In words, for documents. */
  readonly where: string;
  /** `answerPattern` of the agent. */
  readonly pattern: string;
}

/** A text in quotes as Python and JSON write it, quotes included: they are taken off an answer. */
const QUOTED = String.raw`("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')`;

const ANSWERS = {
  // What it says is a thought; nothing else of its output is about what was found.
  appagent: {
    where: 'the thought of the round that says `FINISH`',
    pattern: String.raw`^Thought:\s+(.+)\s+^Action:\s+.*FINISH`,
  },
  mobileAgent2: {
    where: 'the thought of the decision that says `Stop`',
    pattern: String.raw`^### Thought ###\s*((?:(?!###)[^])*?)\s*^### Action ###\s*Stop`,
  },
  mobileAgent3: {
    where: '`Instruction finished, answer: …`',
    pattern: String.raw`^Instruction finished, answer: ([^]*?), stop the process\.`,
  },
  mobileAgentE: {
    where: '`Finish Thought: …`',
    pattern: String.raw`^Finish Thought: ((?:(?!^Update persistent)[^])+)`,
  },
  guiOwl: {
    where: 'the `text` of its last call with action `answer`',
    pattern: `"action":\\s*"answer",\\s*"text":\\s*${QUOTED}|"text":\\s*${QUOTED},\\s*"action":\\s*"answer"`,
  },
  openAutoGlm: {
    where: '`Result: …`, to the end',
    pattern: String.raw`^Result: (?!Task completed$|Max steps reached$)((?:(?!^Result: )[^])+)`,
  },
  androidLab: {
    where: 'the message of its last `finish(…)`',
    pattern: String.raw`\bfinish\(\s*(?:message\s*=\s*)?${QUOTED}\s*\)`,
  },
  midscene: {
    where: "the last line on stdout but for midscene's own, which a script prints",
    pattern: String.raw`^(?!Midscene - )(.*\S)\s*(?:^Midscene - .*\s*)*(?![^])`,
  },
  droidrun: {
    where: '`Goal achieved: …`',
    pattern: String.raw`Goal achieved: (.+(?:\n(?!📁|\s*$).+)*)`,
  },
  uiTars: {
    where: 'the content of its last `finished(…)`',
    pattern: String.raw`\bfinished\(\s*content\s*=\s*${QUOTED}\s*\)`,
  },
} as const satisfies Record<string, PresetAnswer>;

/** Agents whose commands are known, by the name that `--preset` takes. Source: their published controllers and what they print. */
export const PHONE_PRESETS: Readonly<Record<string, PhonePreset>> = {
  appagent: {
    title: 'AppAgent: screencap and dump to files, text by `input text`',
    options: {},
    answer: ANSWERS.appagent,
  },
  'mobile-agent': {
    title: 'Mobile-Agent v1 to v3 and E: expect ADBKeyboard to be selected already',
    options: { adbKeyboard: 'active' },
    answer: {
      where: 'as v2, v3 or E prints it',
      pattern: [ANSWERS.mobileAgent2, ANSWERS.mobileAgent3, ANSWERS.mobileAgentE]
        .map(({ pattern }) => pattern)
        .join('|'),
    },
  },
  'mobile-agent-v2': {
    title: 'Mobile-Agent-v2: expects ADBKeyboard to be selected already',
    options: { adbKeyboard: 'active' },
    answer: ANSWERS.mobileAgent2,
  },
  'mobile-agent-v3': {
    title: 'Mobile-Agent-v3: expects ADBKeyboard to be selected already',
    options: { adbKeyboard: 'active' },
    answer: ANSWERS.mobileAgent3,
  },
  'mobile-agent-v3.5': {
    title: 'Mobile-Agent-v3.5 (GUI-Owl 1.5): selects ADBKeyboard itself',
    options: {},
    answer: ANSWERS.guiOwl,
  },
  'mobile-agent-e': {
    title: 'Mobile-Agent-E: expects ADBKeyboard to be selected already',
    options: { adbKeyboard: 'active' },
    answer: ANSWERS.mobileAgentE,
  },
  'open-autoglm': {
    title: 'Open-AutoGLM: selects ADBKeyboard itself',
    options: {},
    answer: ANSWERS.openAutoGlm,
  },
  androidlab: {
    title: 'AndroidLab: expects ADBKeyboard to be selected already',
    options: { adbKeyboard: 'active' },
    answer: ANSWERS.androidLab,
  },
  // Source: the live environment of ColorBench.
  hammerenv: { title: 'HammerEnv: selects ADBKeyboard itself', options: {} },
  midscene: { title: 'midscene: pushes yadb and types with it', options: {}, answer: ANSWERS.midscene },
  'ui-tars': {
    title: "UI-TARS's operators: text by ADBKeyboard or `input text`",
    options: {},
    answer: ANSWERS.uiTars,
  },
  uiautomator2: { title: 'uiautomator2: HTTP on the phone', options: { install: 'pretend' } },
  droidrun: {
    title: 'droidrun: its Portal counts as installed',
    options: { install: 'pretend' },
    answer: ANSWERS.droidrun,
  },
  mobilerun: {
    title: 'mobilerun, as droidrun is called now',
    options: { install: 'pretend' },
    answer: ANSWERS.droidrun,
  },
};

/** Presets by their names, each with the switches that it sets, as help lists them. */
export function listPresets(): string {
  return Object.entries(PHONE_PRESETS)
    .map(([name, { options }]) => {
      const set = Object.entries(options).map(([key, value]) => `${key}=${value}`);
      return set.length === 0 ? name : `${name} (${set.join(' ')})`;
    })
    .join(', ');
}

/** The phone's switches that `--preset` asks for. @throws {UserError} for a preset that there is not */
export function presetOptions(given: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return presetOf(given)?.options ?? {};
}

/** The same, and how the agent's answer is found. @throws {UserError} for a preset that there is not */
export function presetAgentOptions(
  given: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const pattern = presetOf(given)?.answer?.pattern;
  return { ...presetOptions(given), ...(pattern === undefined ? {} : { answerPattern: pattern }) };
}

function presetOf({ preset }: Readonly<Record<string, unknown>>): PhonePreset | null {
  if (typeof preset !== 'string') return null;
  const found = Object.hasOwn(PHONE_PRESETS, preset) ? PHONE_PRESETS[preset] : undefined;
  if (found !== undefined) return found;
  throw new UserError(`there is no preset "${preset}"`, {
    hint: `${didYouMean(preset, Object.keys(PHONE_PRESETS))}Known presets: ${Object.keys(PHONE_PRESETS).join(', ')}.`,
  });
}
