import { describe, expect, it } from 'vitest';
import type { PlainQuestion } from '../../../domain/questions/question.js';
import type { QuestionScreen } from '../../../models/prompt-sets/official-questions.js';
import { buildSentPicture } from '../../../testing/models/prompt-input.js';
import { namedTexts } from '../../../testing/models/prompt-texts.js';
import { SPHINX_QUESTIONS } from './question-texts.js';

function asked(question: PlainQuestion, screen: Partial<QuestionScreen> = {}): string[] | null {
  const request = SPHINX_QUESTIONS.request(question, { text: null, picture: null, ...screen }, namedTexts());
  return (
    request?.messages.map(({ role, content }) => {
      const parts = content.map((part) => (part.type === 'text' ? part.text : 'PICTURE'));
      return `${role}: ${parts.join(' | ')}`;
    }) ?? null
  );
}

const KNOWLEDGE = { view: 'none', text: 'Q?', app: 'App', category: null } as const;

describe("SPHINX's official questions", () => {
  it('ask for an option, a round for each, and print a missing category as Python does', () => {
    const options = { A: 'a', B: 'b', C: 'c', D: 'd' };
    const rounds = Object.entries(options).map(([option, text]) => ({ values: { option, text } }));
    const scope = {
      values: {
        app_name: 'App',
        "question_data['app_cateory']": 'None',
        "question_data['question']": 'Q?',
      },
      loops: { "option, text in question_data['options'].items()": rounds },
    };
    expect(asked({ ...KNOWLEDGE, type: 'option', options })).toEqual([
      `user: [sphinx.knowledge.mcq ${JSON.stringify(scope)}]`,
    ]);
  });

  it('ask about one option behind the statement', () => {
    const base =
      "[sphinx.knowledge.binary app_name=App; question_data['app_cateory']=None; question_data['question']=Q?]";
    expect(asked({ ...KNOWLEDGE, type: 'truth', option: 'a' })).toEqual([
      `user: [sphinx.knowledge.binary.tail binary_prompt_base=${base}; text=a]`,
    ]);
  });

  it.each([
    ['none', 'action', ''],
    ['plain', 'tree', ' screen=TREE;'],
    ['screenshot', 'image', ''],
  ] as const)('ask whether the goal is reached, shown %s', (view, name, screen) => {
    const picture = view === 'screenshot' ? buildSentPicture() : null;
    const done = ['click "A"', 'back'];
    expect(asked({ type: 'completion', view, goal: 'G', done }, { text: 'TREE', picture })).toEqual([
      `system: [sphinx.completion.${name}.system]`,
      `user: [sphinx.completion.${name}.user goal=G; history=- click "A"\n- back;${screen} target=G]${view === 'screenshot' ? ' | PICTURE' : ''}`,
    ]);
  });

  it('ask for an action over the tree or the marked picture', () => {
    const tree = asked({ type: 'grounding', view: 'tree', instruction: 'I' }, { text: '[0] a View\n' });
    expect(tree).toEqual([
      'system: [sphinx.grounding.system]',
      'user: [sphinx.grounding.user.head][sphinx.grounding.user.tree hierarchy.dump_widget_tree()=[0] a View\n]' +
        '[sphinx.grounding.user.tree.task instruction=I]',
    ]);
    const picture = buildSentPicture();
    expect(asked({ type: 'grounding', view: 'marked', instruction: 'I' }, { picture })).toEqual([
      'system: [sphinx.grounding.system]',
      'user: [sphinx.grounding.user.head][sphinx.grounding.user.annotated][sphinx.grounding.user.annotated.task instruction=I] | PICTURE',
    ]);
  });

  it('leave questions about the form of answers to the agent', () => {
    expect(asked({ type: 'format', view: 'none', request: 'R' })).toBeNull();
  });
});
