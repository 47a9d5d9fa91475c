import { describe, expect, it } from 'vitest';
import { buildPromptInput } from '../../testing/models/prompt-input.js';
import { namedTexts } from '../../testing/models/prompt-texts.js';
import { genericCall } from '../dialects/generic-call/generic-call.js';
import { userTurn } from '../dialects/prompt-parts.js';
import { DialectSettingsError } from '../dialects/define-dialect.js';
import { officialDialect } from './official-dialect.js';
import type { PromptSet } from './prompt-set.js';

const SET: PromptSet = {
  name: 'made.up',
  title: 'made up',
  dialect: 'generic_call',
  benchmarks: [],
  texts: ['made.up.task'],
  agentTexts: ['made.up.reflect'],
  history: { steps: null, pictures: 0 },
  picture: { resize: null, format: 'png' },
  sampling: { temperature: 0.25 },
  request: ({ instruction }, { texts, coordinates }) =>
    userTurn(texts.fill('made.up.task', { task: instruction }), coordinates.space),
};

describe('officialDialect', () => {
  const own = genericCall.create();
  const dialect = officialDialect(own, { set: SET, texts: namedTexts() });

  it('asks as the set does, and reads as the dialect does', () => {
    expect(dialect.buildRequest(buildPromptInput({ instruction: 'Go.' }))).toEqual(
      userTurn('[made.up.task task=Go.]', own.coordinates.space),
    );
    expect(dialect.sampling).toEqual({ temperature: 0.25 });
    const context = { profile: 'tolerant' as const, screen: { width: 10, height: 10 } };
    expect(dialect.parse('wait()', context)).toEqual(own.parse('wait()', context));
  });

  it('asks by the words of its own switches, which a run names next to those of the dialect', () => {
    const form = { isOf: (text: string) => text !== 'today', hint: 'Name it.' };
    const set: PromptSet = {
      ...SET,
      ownSwitches: { form: { default: 'old', words: ['old', 'new'] }, date: { default: '', form } },
      request: (_, { switches, now }) =>
        userTurn(`${switches['form']} ${switches['date']} ${now().getFullYear()}`),
    };
    const now = (): Date => new Date(2031, 0, 1);
    const asked = (switches: Readonly<Record<string, string>>): unknown =>
      officialDialect(own, { set, texts: namedTexts(), switches, now }).buildRequest(buildPromptInput());
    expect(asked({})).toEqual(userTurn('old  2031'));
    expect(asked({ form: 'new', date: 'May' })).toEqual(userTurn('new May 2031'));
    expect(() => asked({ form: 'newer' })).toThrow(DialectSettingsError);
    expect(() => asked({ date: 'today' })).toThrow('the switch "date" cannot be "today"');
    const seen: PromptSet = {
      ...set,
      request: (_, { switches, history }) => userTurn(JSON.stringify([switches, history])),
    };
    const wide = { ...own, switches: { few: 2 }, history: { steps: 1, pictures: 1 } };
    expect(
      officialDialect(wide, { set: seen, texts: namedTexts() }).buildRequest(buildPromptInput()),
    ).toEqual(userTurn('[{"few":"2","form":"old","date":""},{"steps":1,"pictures":1}]'));
    const { switches } = officialDialect(own, { set, texts: namedTexts(), switches: { form: 'new' } });
    expect(switches).toEqual({ ...own.switches, form: 'new', date: '' });
  });

  it('names its texts, those of the agent too, and where they were read', () => {
    expect(dialect.prompts).toEqual({ 'made.up.task': '[made.up.task]' });
    expect(dialect.promptSource).toMatchObject({
      kind: 'official',
      set: 'made.up',
      texts: {
        'made.up.task': { repository: 'made/up', path: 'made.up.task.py', listed: true },
        'made.up.reflect': { path: 'made.up.reflect.py' },
      },
    });
    expect(dialect.promptOrigins).toEqual({
      'made.up.task': { commit: null, blob: '0'.repeat(40) },
      'made.up.reflect': { commit: null, blob: '0'.repeat(40) },
    });
  });
});
