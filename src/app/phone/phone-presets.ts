import { didYouMean } from '../../domain/text/nearest-name.js';
import { UserError } from '../../errors.js';
import type { PhoneOptions } from '../../phone/phone-options.js';

/** How a phone must be set up for an agent that expects it so, and where that is known from. */
export interface PhonePreset {
  readonly title: string;
  readonly options: Partial<PhoneOptions>;
}

/** Agents whose commands are known, by the name that `--preset` takes. Source: their published controllers. */
export const PHONE_PRESETS: Readonly<Record<string, PhonePreset>> = {
  appagent: { title: 'AppAgent: screencap and dump to files, text by `input text`', options: {} },
  'mobile-agent': {
    title: 'Mobile-Agent v1 to v3 and E: expect ADBKeyboard to be selected already',
    options: { adbKeyboard: 'active' },
  },
  'open-autoglm': { title: 'Open-AutoGLM: selects ADBKeyboard itself', options: {} },
  androidlab: {
    title: 'AndroidLab: expects ADBKeyboard to be selected already',
    options: { adbKeyboard: 'active' },
  },
  // Source: the live environment of ColorBench.
  hammerenv: { title: 'HammerEnv: selects ADBKeyboard itself', options: {} },
  midscene: { title: 'midscene: pushes yadb and types with it', options: {} },
  uiautomator2: { title: 'uiautomator2: HTTP on the phone', options: { install: 'pretend' } },
  droidrun: { title: 'droidrun: its Portal counts as installed', options: { install: 'pretend' } },
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

/** What `--preset` asks for. @throws {UserError} for a preset that there is not */
export function presetOptions({
  preset,
}: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  if (typeof preset !== 'string') return {};
  const found = Object.hasOwn(PHONE_PRESETS, preset) ? PHONE_PRESETS[preset] : undefined;
  if (found !== undefined) return found.options;
  throw new UserError(`there is no preset "${preset}"`, {
    hint: `${didYouMean(preset, Object.keys(PHONE_PRESETS))}Known presets: ${Object.keys(PHONE_PRESETS).join(', ')}.`,
  });
}
