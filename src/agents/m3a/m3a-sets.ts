import { userTurn } from '../../models/dialects/prompt-parts.js';
import type { PromptSet } from '../../models/prompt-sets/prompt-set.js';

/** What stands where AndroidWorld has no element to list. */
export const NO_ELEMENTS = 'Not available';

/** The official texts of one of AndroidWorld's two agents. */
export interface M3aTexts {
  readonly select: string;
  readonly firstStep: string;
  readonly summary: string;
}

/** Texts of M3A, by their ids in the catalogue. */
export const M3A_TEXTS: M3aTexts = {
  select: 'm3a.select',
  firstStep: 'm3a.first-step',
  summary: 'm3a.summary',
};

/** Texts of T3A, by their ids in the catalogue. */
export const T3A_TEXTS: M3aTexts = {
  select: 't3a.select',
  firstStep: 't3a.first-step',
  summary: 't3a.summary',
};

/** How AndroidWorld's wrapper of GPT-4 sends pictures and samples. Source: AndroidWorld reference code, `infer.py`. */
const SENT = {
  picture: { resize: null, format: 'jpeg', quality: 75 },
  sampling: { temperature: 0, maxOutputTokens: 1000 },
} as const satisfies Partial<PromptSet>;

/** How M3A asks its model. Source: AndroidWorld reference code, `m3a.py`. */
export const M3A_SET: PromptSet = {
  name: 'm3a',
  title: "M3A, AndroidWorld's agent: any model that sees",
  dialect: 'm3a_json@m3a',
  benchmarks: [],
  agents: ['m3a'],
  texts: [M3A_TEXTS.select, M3A_TEXTS.firstStep],
  agentTexts: [M3A_TEXTS.summary],
  history: { steps: null, pictures: 0 },
  ...SENT,
  request: ({ instruction, history, elementText, screenshot, marked }, { texts }) => {
    const lines = history.map(({ summary, call }, index) => `Step ${index + 1}- ${summary ?? call ?? ''}`);
    const text = texts.fill(M3A_TEXTS.select, {
      goal: instruction,
      history: lines.join('\n') || texts.text(M3A_TEXTS.firstStep),
      ui_elements: officialList(elementText) || NO_ELEMENTS,
      additional_guidelines: '',
    });
    return userTurn(text, screenshot, marked);
  },
};

/** How T3A asks its model. Source: AndroidWorld reference code, `t3a.py`. */
export const T3A_SET: PromptSet = {
  name: 't3a',
  title: "T3A, AndroidWorld's agent without pictures: any model",
  dialect: 'm3a_json@t3a',
  benchmarks: [],
  agents: ['t3a'],
  texts: [T3A_TEXTS.select, T3A_TEXTS.firstStep],
  agentTexts: [T3A_TEXTS.summary],
  history: { steps: null, pictures: 0 },
  ...SENT,
  request: ({ instruction, history, elementText }, { texts }) => {
    const lines = history.map(({ summary, call }, index) => `Step ${index + 1}: ${summary ?? call ?? ''}`);
    const text = texts.fill(T3A_TEXTS.select, {
      goal: instruction,
      history: lines.join('\n') || texts.text(T3A_TEXTS.firstStep),
      ui_elements_description: officialList(elementText) || NO_ELEMENTS,
      additional_guidelines: '',
    });
    return userTurn(text);
  },
};

/** A list of elements as AndroidWorld writes it: a line feed behind each. */
export function officialList(elementText: string | null): string {
  return elementText ? `${elementText}\n` : '';
}
