import { describe, expect, it } from 'vitest';
import { askOfficially, numberedPicture, saidMessages } from '../../../testing/models/official-asking.js';
import { namedTexts } from '../../../testing/models/prompt-texts.js';
import { officialReflection, REFLEXION_SETS } from './reflexion-sets.js';
import { officialPlanQuestion, PLANNER_SETS } from './planner-set.js';

const NOTHING = { screenshot: null, marked: null, elementText: null, elements: null };
const named = (name: string) => {
  const set = [...REFLEXION_SETS, ...PLANNER_SETS].find((one) => one.name === name);
  if (set === undefined) throw new Error(`there is no set ${name}`);
  return set;
};

describe("SPHINX's prompt sets for Reflexion", () => {
  it.each(['tree', 'simplified'])('tell the last call as it was written, over the %s', (view) => {
    const input = { elementText: 'T', notes: { previous_action: 'click [3]' } };
    expect(saidMessages(askOfficially(named(`sphinx.reflexion.${view}`), input))).toEqual([
      'user: [sphinx.reflexion.text.action-whole instruction=Open Settings.; observation=T; previous_action=click [3]]',
    ]);
  });

  it('put ReAct over pictures together with the rules of their own', () => {
    const texts = namedTexts({
      'sphinx.react.image.whole': 'Hello.\n\nACTIONS\nold rules',
      'sphinx.react.image.action': 'ACTIONS',
    });
    expect(saidMessages(askOfficially(named('sphinx.reflexion.image'), {}, { texts }))).toEqual([
      [
        'user: Hello.\n',
        'ACTIONS',
        '[sphinx.reflexion.image.rules]',
        '[sphinx.reflexion.image.action instruction=Open Settings.; previous_action=None] | PICTURE 0',
      ].join('\n'),
    ]);
  });

  it('ask the judge with both screens in one text, or as pictures behind it', () => {
    const asked = (name: string): readonly unknown[] => {
      const screen = (number: number) => ({
        ...NOTHING,
        elementText: `tree ${number}`,
        screenshot: numberedPicture(number),
      });
      const said = { instruction: 'Go.', action: 'click [3]', before: screen(1), after: screen(2) };
      const parts = officialReflection(said, { set: named(name), texts: namedTexts() });
      return parts.map((part) => (part.type === 'text' ? part.text : part.data[0]));
    };
    expect(asked('sphinx.reflexion.tree')).toEqual([
      '[sphinx.reflexion.text.reflection-whole instruction=Go.; next_observation=tree 2; observation=tree 1; previous_action=click [3]]',
    ]);
    expect(asked('sphinx.reflexion.image')).toEqual([
      '[sphinx.reflexion.image.reflection-whole instruction=Go.; previous_action=click [3]]',
      1,
      2,
    ]);
  });
});

describe("SPHINX's prompt sets for the planner", () => {
  it('ask for the action of a step, and for plans with the same system text', () => {
    const input = { elementText: 'T', stepInstruction: 'open it' };
    expect(saidMessages(askOfficially(named('sphinx.planner.tree'), input))).toEqual([
      [
        'user: [sphinx.planner.system-grounding]',
        '[sphinx.planner.domain-knowledge-grounding]',
        '[sphinx.planner.grounding-template current_plan=open it; instruction=Open Settings.; observation=T]',
      ].join('\n'),
    ]);
    const shown = { ...NOTHING, elementText: 'T' };
    const [text] = officialPlanQuestion(
      { instruction: 'Go.', action: 'None', shown },
      { texts: namedTexts() },
    );
    expect(text).toMatchObject({
      text: [
        '[sphinx.planner.system-grounding]',
        '[sphinx.planner.domain-knowledge-planning]',
        '[sphinx.planner.planning-template instruction=Go.; observation=T; previous_action=None]',
      ].join('\n'),
    });
  });
});
