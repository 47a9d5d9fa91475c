import { cutTexts, WRAPPER } from '../../../models/dialects/bracketed/bracketed-parts.js';
import type { PromptInput } from '../../../models/dialects/dialect.js';
import { userTurn } from '../../../models/dialects/prompt-parts.js';
import type { ModelRequest } from '../../../models/model.js';
import type { OfficialAsking, PromptSet } from '../../../models/prompt-sets/prompt-set.js';
import type { PromptTexts } from '../../../models/prompt-sets/prompt-texts.js';
import { SPHINX_QUESTIONS } from './question-texts.js';

/** What the three views share: one step of history, the skill behind the text. Source: SPHINX reference code, `ReAct.py`. */
const REACT = {
  benchmarks: ['sphinx'],
  agents: ['react', 'direct'],
  questions: SPHINX_QUESTIONS,
  ...WRAPPER,
} as const satisfies Partial<PromptSet>;

/** Texts that a skill needs over pictures: where it stands, and the sentence that announces it. */
const SKILL_TEXTS = ['sphinx.react.text.whole', 'sphinx.react.text.whole-skill', 'sphinx.react.text.action'];

/** The UI hierarchy as text: the whole tree, or simplified. */
function treeSet(view: 'tree' | 'simplified'): PromptSet {
  return {
    ...REACT,
    name: `sphinx.react.${view}`,
    title: `SPHINX: ReAct over the ${view === 'tree' ? 'UI tree' : 'simplified UI tree'}`,
    dialect: `sphinx_id@${view}`,
    texts: ['sphinx.react.text.whole', 'sphinx.react.text.whole-skill'],
    history: { steps: 1, pictures: 0, sentences: true },
    request: (input, { texts, switches }) => {
      const { skill = '' } = input.notes;
      const id = skill === '' ? 'sphinx.react.text.whole' : 'sphinx.react.text.whole-skill';
      const text = texts.fill(id, { ...taskOf(input, 'sentence'), observation: input.elementText ?? '' });
      return sent(userTurn(withSkill(text, skill)), switches);
    },
  };
}

const ANNOTATED: PromptSet = {
  ...REACT,
  name: 'sphinx.react.annotated',
  title: 'SPHINX: ReAct over marked screenshots',
  dialect: 'sphinx_id@annotated_image',
  texts: ['sphinx.react.annotated.whole', 'sphinx.react.annotated.action', ...SKILL_TEXTS],
  history: { steps: 1, pictures: 0, sentences: true },
  request: (input, { texts, switches }) => {
    const text = texts.fill('sphinx.react.annotated.whole', taskOf(input, 'sentence'));
    const told = announced(text, 'sphinx.react.annotated.action', input, texts);
    return sent(userTurn(told, input.marked), switches);
  },
};

const IMAGE: PromptSet = {
  ...REACT,
  name: 'sphinx.react.image',
  title: 'SPHINX: ReAct over bare screenshots',
  dialect: 'sphinx_coord',
  texts: ['sphinx.react.image.whole', 'sphinx.react.image.action', ...SKILL_TEXTS],
  history: { steps: 1, pictures: 0 },
  request: (input, { texts, switches }) => {
    const text = texts.fill('sphinx.react.image.whole', taskOf(input, 'call'));
    return sent(
      userTurn(announced(text, 'sphinx.react.image.action', input, texts), input.screenshot),
      switches,
    );
  },
};

/** How the benchmark asks with ReAct, by what a model is shown. */
export const REACT_SETS: readonly PromptSet[] = [treeSet('tree'), treeSet('simplified'), ANNOTATED, IMAGE];

/** The request as the wrapper of a model sends it. */
export function sent(request: ModelRequest, switches: OfficialAsking['switches']): ModelRequest {
  return cutTexts(request, Number(switches['textCharacters'] ?? 0));
}

/** @param told how the previous action is told: in a sentence about its element, or as it was written */
function taskOf(
  { instruction, history, notes }: PromptInput,
  told: 'sentence' | 'call',
): Readonly<Record<'instruction' | 'previous_action', string>> {
  const last = history.at(-1);
  const noted = notes['previous_action'];
  const words = told === 'sentence' ? (last?.sentence ?? last?.call) : last?.call;
  return { instruction, previous_action: (noted === '' ? undefined : noted) ?? words ?? 'None' };
}

function withSkill(text: string, skill: string): string {
  return skill === '' ? text : `${text}\nSKILL:\n${skill}`;
}

/**
 * A text over pictures with its skill: announced where the actions begin, given at the end. The catalogue has the announcement
 * in the text over the tree alone.
 */
function announced(
  text: string,
  actions: string,
  { notes: { skill = '' } }: PromptInput,
  texts: PromptTexts,
): string {
  if (skill === '') return text;
  const plain = texts.text('sphinx.react.text.whole');
  const skilled = texts.text('sphinx.react.text.whole-skill');
  const from = plain.indexOf(`\n${texts.text('sphinx.react.text.action')}`);
  const at = text.indexOf(`\n${texts.text(actions)}`);
  const announcement = skilled.slice(from, from + skilled.length - plain.length);
  return withSkill(`${text.slice(0, at)}${announcement}${text.slice(at)}`, skill);
}
