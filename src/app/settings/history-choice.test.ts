import { describe, expect, it } from 'vitest';
import { strategyText } from '../../agents/prompting/history-strategy.js';
import { choiceOf, historyChoice } from './history-choice.js';

const read = (text: string): unknown => {
  const choice = historyChoice(text);
  return choice === null ? null : [choice.whose, choice.shown === null ? null : strategyText(choice.shown)];
};

describe('historyChoice', () => {
  it.each([
    ['recorded', ['recorded', null]],
    ['own', ['own', null]],
    ['none', ['none', 'none']],
    ['actions', [null, 'actions']],
    ['screenshots+actions', [null, 'actions+screenshots']],
    ['own + actions + context', ['own', 'actions+context']],
    ['recorded+annotated-context', ['recorded', 'annotated-context']],
  ])('reads %s', (text, expected) => {
    expect(read(text)).toEqual(expected);
  });

  it.each([
    '',
    '+',
    'actions+',
    'Actions',
    'actions+actions',
    'none+actions',
    'own+none',
    'own+recorded',
    'context+annotated-context',
    'annotated',
    'actions,screenshots',
  ])('refuses %j', (text) => {
    expect(read(text)).toBeNull();
  });

  it('of nothing given says nothing', () => {
    expect(choiceOf(null)).toEqual({ whose: null, shown: null });
  });
});
