import type { PromptInput, Sampling } from '../../../models/dialects/dialect.js';
import { userTurn } from '../../../models/dialects/prompt-parts.js';
import type { PromptSet } from '../../../models/prompt-sets/prompt-set.js';
import { PromptInputError } from '../../../models/prompt-sets/prompt-input-error.js';
import { SPHINX_QUESTIONS } from './question-texts.js';

/** What its models are sent besides the texts. Source: SPHINX reference code, `LLMs`. */
const SAMPLING: Sampling = { temperature: 0.2 };

/** What the three views share: one step of history, the skill behind the text. Source: SPHINX reference code, `ReAct.py`. */
const REACT = {
  benchmarks: ['sphinx'],
  agents: ['react', 'direct'],
  questions: SPHINX_QUESTIONS,
  sampling: SAMPLING,
} as const satisfies Partial<PromptSet>;

/** The UI hierarchy as text: the whole tree, or simplified. */
function treeSet(view: 'tree' | 'simplified'): PromptSet {
  return {
    ...REACT,
    name: `sphinx.react.${view}`,
    title: `SPHINX: ReAct over the ${view === 'tree' ? 'UI tree' : 'simplified UI tree'}`,
    dialect: `sphinx_id@${view}`,
    texts: ['sphinx.react.text.whole', 'sphinx.react.text.whole-skill'],
    history: { steps: 1, pictures: 0, sentences: true },
    picture: { resize: null, format: 'jpeg' },
    request: (input, { texts }) => {
      const { skill = '' } = input.notes;
      const id = skill === '' ? 'sphinx.react.text.whole' : 'sphinx.react.text.whole-skill';
      const text = texts.fill(id, { ...taskOf(input, 'sentence'), observation: input.elementText ?? '' });
      return userTurn(withSkill(text, skill));
    },
  };
}

const ANNOTATED: PromptSet = {
  ...REACT,
  name: 'sphinx.react.annotated',
  title: 'SPHINX: ReAct over marked screenshots',
  dialect: 'sphinx_id@annotated_image',
  texts: ['sphinx.react.annotated.whole'],
  history: { steps: 1, pictures: 0, sentences: true },
  picture: { resize: null, format: 'jpeg' },
  request: (input, { texts }) => {
    const text = texts.fill('sphinx.react.annotated.whole', taskOf(input, 'sentence'));
    return userTurn(withoutSkill(text, input), input.marked);
  },
};

const IMAGE: PromptSet = {
  ...REACT,
  name: 'sphinx.react.image',
  title: 'SPHINX: ReAct over bare screenshots',
  dialect: 'sphinx_coord',
  texts: ['sphinx.react.image.whole'],
  history: { steps: 1, pictures: 0 },
  picture: { resize: null, format: 'jpeg' },
  request: (input, { texts }) => {
    const text = texts.fill('sphinx.react.image.whole', taskOf(input, 'call'));
    return userTurn(withoutSkill(text, input), input.screenshot);
  },
};

/** How the benchmark asks with ReAct, by what a model is shown. */
export const REACT_SETS: readonly PromptSet[] = [treeSet('tree'), treeSet('simplified'), ANNOTATED, IMAGE];

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

/** The catalogue has the text that announces a skill for the tree alone, which is how skills were measured. */
function withoutSkill(text: string, { notes: { skill = '' } }: PromptInput): string {
  if (skill === '') return text;
  throw new PromptInputError('the official prompts over pictures have no place for a skill', {
    hint: 'Give skills with the dialect sphinx_id@tree.',
  });
}
