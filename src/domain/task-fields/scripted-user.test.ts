import { describe, expect, it } from 'vitest';
import { NO_MORE_ANSWERS, scriptedReply, ScriptedUserSchema } from './scripted-user.js';

const USER = ScriptedUserSchema.parse({
  answers: [
    { about: ['account', 'pay'], says: 'The work account.' },
    { about: ['account'], says: 'The private one.' },
    { about: ['地址'], says: '家里' },
  ],
  otherwise: 'No idea.',
  maxQuestions: 2,
});

describe('scriptedReply', () => {
  it.each([
    ['Which ACCOUNT should I pay with?', 'The work account.', true],
    ['Pay with which account?', 'The work account.', true],
    ['Which account?', 'The private one.', true],
    ['Which accounts?', 'No idea.', false],
    ['送到哪个地址？', '家里', true],
    ['', 'No idea.', false],
  ])('answers %j by the first entry whose words all occur', (question, text, isKnown) => {
    expect(scriptedReply(USER, question, 0)).toEqual({ text, isKnown });
  });

  it('answers as many questions as it is allowed', () => {
    expect(scriptedReply(USER, 'Which account?', 1).isKnown).toBe(true);
    expect(scriptedReply(USER, 'Which account?', 2)).toEqual({ text: NO_MORE_ANSWERS, isKnown: false });
  });
});
