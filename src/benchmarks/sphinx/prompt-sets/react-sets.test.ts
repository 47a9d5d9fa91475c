import { describe, expect, it } from 'vitest';
import type { PromptInput } from '../../../models/dialects/dialect.js';
import { askOfficially, saidMessages } from '../../../testing/models/official-asking.js';
import { namedTexts } from '../../../testing/models/prompt-texts.js';
import { buildPromptStep, buildSentPicture } from '../../../testing/models/prompt-input.js';
import { REACT_SETS } from './react-sets.js';

const LAST = buildPromptStep({ call: 'click [3]', sentence: 'click the button Save' });

function asked(name: string, input: Partial<PromptInput>): string {
  const set = REACT_SETS.find((one) => one.name === name);
  const request = askOfficially(set, { instruction: 'Save it.', screenshot: null, ...input });
  const parts = request.messages.map(({ role, content }) => [
    role,
    ...content.map((part) => (part.type === 'text' ? part.text : 'PICTURE')),
  ]);
  return parts?.map((one) => one.join(' | ')).join('\n') ?? '';
}

describe("SPHINX's prompt sets for ReAct", () => {
  it.each(['tree', 'simplified'])('put the %s and the last action in a sentence into one text', (view) => {
    const input = { elementText: '[0] a View\n' };
    expect(asked(`sphinx.react.${view}`, input)).toBe(
      'user | [sphinx.react.text.whole instruction=Save it.; observation=[0] a View\n; previous_action=None]',
    );
    expect(asked(`sphinx.react.${view}`, { ...input, history: [LAST] })).toContain(
      'previous_action=click the button Save]',
    );
  });

  it('put a skill behind the text that announces it', () => {
    expect(asked('sphinx.react.tree', { elementText: 'T', notes: { skill: '1. Tap.' } })).toBe(
      'user | [sphinx.react.text.whole-skill instruction=Save it.; observation=T; previous_action=None]\nSKILL:\n1. Tap.',
    );
  });

  it('announce a skill over pictures where the actions begin, as over the tree', () => {
    const texts = namedTexts({
      'sphinx.react.text.whole': 'Hello.\nACTIONS\nrules',
      'sphinx.react.text.whole-skill': 'Hello.A skill follows.\n\nACTIONS\nrules',
      'sphinx.react.text.action': 'ACTIONS',
      'sphinx.react.image.action': 'TOUCHES',
    });
    const set = REACT_SETS.find(({ name }) => name === 'sphinx.react.image');
    const filled = { ...texts, fill: () => 'See.\nTOUCHES\nTASK' };
    const request = askOfficially(set, { notes: { skill: '1. Tap.' } }, { texts: filled });
    expect(saidMessages(request)).toEqual([
      'user: See.A skill follows.\n\nTOUCHES\nTASK\nSKILL:\n1. Tap. | PICTURE 0',
    ]);
  });

  it('cut each text where the wrapper of a model does, by code points', () => {
    const set = REACT_SETS.find(({ name }) => name === 'sphinx.react.tree');
    const texts = { ...namedTexts(), fill: () => 'a😀bc' };
    const [said] = saidMessages(askOfficially(set, {}, { texts, switches: { textCharacters: '3' } }));
    expect(said).toBe('user: a😀b');
  });

  it('put the marked screenshot behind the text, and the last action in a sentence', () => {
    const marked = { marked: buildSentPicture(), screenshot: null, history: [LAST] };
    expect(asked('sphinx.react.annotated', marked)).toBe(
      'user | [sphinx.react.annotated.whole instruction=Save it.; previous_action=click the button Save] | PICTURE',
    );
  });

  it('tell the last action as it was written where positions are', () => {
    expect(asked('sphinx.react.image', { screenshot: buildSentPicture(), history: [LAST] })).toBe(
      'user | [sphinx.react.image.whole instruction=Save it.; previous_action=click [3]] | PICTURE',
    );
  });

  it('take a note of the agent in place of the last action', () => {
    const input = { elementText: 'T', history: [LAST], notes: { previous_action: 'nothing' } };
    expect(asked('sphinx.react.tree', input)).toContain('previous_action=nothing]');
  });
});
