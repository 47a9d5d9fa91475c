import { describe, expect, it } from 'vitest';
import { UserError } from '../../errors.js';
import { parseChanges, readChanges } from './fork-changes.js';

const parse = (pairs: readonly string[]) => parseChanges(readChanges(pairs), '/here');

describe('what a fork changes', () => {
  it('is named as settings are, in configuration or as flags', () => {
    const { settings, action, named } = parse([
      'model=m=1',
      'top-p=0.5',
      'temperature=',
      'agent-option.target=node',
      'agentOptions.words=a,b',
      'prompt.system=mine.txt',
      'role.grounder=ground.json',
    ]);
    expect(settings).toEqual({
      model: 'm=1',
      topP: 0.5,
      temperature: null,
      agentOptions: { target: 'node', words: 'a,b' },
      prompts: { system: '/here/mine.txt' },
      roleProfiles: { grounder: '/here/ground.json' },
    });
    expect(action).toBeNull();
    expect(named).toEqual({
      model: 'm=1',
      topP: '0.5',
      temperature: '',
      'agentOptions.target': 'node',
      'agentOptions.words': 'a,b',
      'prompts.system': 'mine.txt',
      'roleProfiles.grounder': 'ground.json',
    });
  });

  it('may be the action itself', () => {
    expect(parse(['action={"type":"key","key":"BACK"}'])).toEqual({
      settings: {},
      action: { type: 'key', key: 'BACK' },
      named: {},
    });
  });

  it.each([
    ['model', 'not written as name=value', 'Such as'],
    ['=x', 'not written as name=value', 'Such as'],
    ['modle=x', 'no setting "modle"', 'model'],
    ['tasks=a', 'cannot change tasks', 'which task is done'],
    ['device=x', 'cannot change devices', 'which task is done'],
    ['repeats=3', 'cannot change repeats', '--times'],
    ['max-cost=3', 'cannot change maxCost', '--max-cost'],
    ['model.agent=x', 'no part "agent"', 'role.agent'],
    ['prompts=x', 'are several', 'prompts.NAME'],
    ['prompt.=x', 'are several', 'prompt.NAME'],
    ['temperature=9', 'it must be 2 or less', '--temperature'],
    ['action=tap', 'it is no JSON', '"type":"key"'],
    ['action={"type":"key"}', 'key: ', '"type":"key"'],
    ['__proto__=x', 'no setting "__proto__"', 'A fork can change'],
  ])('cannot be %s', (pair, message, hint) => {
    let caught: unknown;
    try {
      parse([pair]);
    } catch (error) {
      caught = error;
    }
    expect(caught).toBeInstanceOf(UserError);
    expect((caught as UserError).message).toContain(message);
    expect((caught as UserError).hint).toContain(hint);
  });

  it('is said once', () => {
    expect(() => parse(['model=a', 'model=b'])).toThrow('model is given twice');
    expect(() => parse(['top-p=1', 'topP=1'])).toThrow('topP is given twice');
  });
});
