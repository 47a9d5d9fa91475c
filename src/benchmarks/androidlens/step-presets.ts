import { didYouMean } from '../../domain/text/nearest-name.js';
import { UserError } from '../../errors.js';
import type { StepProtocol } from '../../evaluators/step-match/step-protocol.js';

/** A protocol somebody used or is taken to have used, and how far that is known. */
export interface StepPreset {
  readonly protocol: StepProtocol;
  /** `inferred`: no public code or text states it. `described`: public descriptions state it; nothing was compared with code. */
  readonly origin: 'inferred' | 'described';
  readonly source: string;
}

const CONTAINMENT = {
  strip: true,
  lowerCase: true,
  anyOf: [{ test: 'containment' }],
  empty: 'equal',
} as const satisfies StepProtocol['text'];

const ANDROIDLENS: StepProtocol = {
  name: 'androidlens',
  touch: {
    boxes: 'instead',
    boxFactor: 1,
    elementFactor: null,
    distance: { threshold: 0.14, space: 'square' },
    longPressIsTap: false,
    dualPoint: null,
  },
  swipe: { rule: 'direction', space: 'pixel' },
  text: { ...CONTAINMENT, anyOf: [...CONTAINMENT.anyOf] },
  keys: 'own_types',
  stopStatus: 'ignored',
  askUserIsStop: true,
  openApp: { name: 'equal', iconCounts: false },
};

/** Named protocols, each with what is known of it. */
export const STEP_PRESETS = {
  /** Steps of AndroidLens; its thresholds are not published. */
  androidlens: {
    protocol: ANDROIDLENS,
    origin: 'inferred',
    source:
      'AndroidLens paper (supplement): names of the measures and actions only; rules customary for recorded episodes',
  },
  /** As many evaluators after Android in the Wild judge other datasets. */
  'aitw-like': {
    protocol: {
      ...ANDROIDLENS,
      name: 'aitw-like',
      text: { ...CONTAINMENT, anyOf: [{ test: 'containment' }, { test: 'similarity', atLeast: 0.5 }] },
    },
    origin: 'inferred',
    source:
      'Android in the Wild paper, action matching, as later evaluators apply it (AgentCPM-GUI, GUIOdyssey)',
  },
  /** After the public AndroidControl evaluation of UI-S1. */
  'qwen-like': {
    protocol: {
      ...ANDROIDLENS,
      name: 'qwen-like',
      touch: {
        ...ANDROIDLENS.touch,
        boxes: 'beside',
        boxFactor: 1.2,
        distance: { threshold: 0.04, space: 'square' },
      },
      swipe: { rule: 'type' },
      openApp: { name: 'equal', iconCounts: true },
    },
    origin: 'described',
    source: 'UI-S1 repository, AndroidControl evaluation',
  },
  androidcontrol: {
    protocol: {
      ...ANDROIDLENS,
      name: 'androidcontrol',
      touch: { ...ANDROIDLENS.touch, boxes: 'beside' },
    },
    origin: 'described',
    source:
      'AndroidControl paper (step accuracy), with the distance of its common evaluators in addition to the box',
  },
  /** Android in the Wild itself: gestures of two points, texts not compared. */
  aitw: {
    protocol: {
      ...ANDROIDLENS,
      name: 'aitw',
      touch: {
        ...ANDROIDLENS.touch,
        boxes: 'none',
        elementFactor: 1.4,
        dualPoint: { threshold: 0.04, isOneType: true },
      },
      swipe: { rule: 'axis', space: 'unit' },
      text: { ...CONTAINMENT, anyOf: [{ test: 'any' }], empty: 'tested' },
      stopStatus: 'compared',
    },
    origin: 'described',
    source: 'Android in the Wild paper, section on action matching',
  },
} as const satisfies Readonly<Record<string, StepPreset>>;

export type StepPresetName = keyof typeof STEP_PRESETS;

/** @throws {UserError} when there is no preset of that name */
export function stepPreset(name: string): StepPreset {
  if (isPresetName(name)) return STEP_PRESETS[name];
  throw new UserError(`there is no protocol of steps "${name}"`, {
    hint: `${didYouMean(name, Object.keys(STEP_PRESETS))}There are ${Object.keys(STEP_PRESETS).join(', ')}.`,
  });
}

function isPresetName(name: string): name is StepPresetName {
  return Object.hasOwn(STEP_PRESETS, name);
}
