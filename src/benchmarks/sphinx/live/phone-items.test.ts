import { describe, expect, it } from 'vitest';
import { temporaryFolder, writeFiles } from '../../../../test/fixtures/sphinx-data.js';
import { UserError } from '../../../errors.js';
import type { LoginScript } from './login-script.js';
import { chosenReset, phoneItem, type PhoneFacts, type PhonePair } from './phone-items.js';

const APP = { name: 'notes', package: 'org.example.notes', category: 'Tools' };
const LOGIN: LoginScript = { file: 'f', actions: [], check: null, types: ['USERNAME', 'PASSWORD'] };
const PAIR: PhonePair = { pair: { task: 1, app: 'notes' }, goal: 'Write', app: APP, login: null };
const READY: PhoneFacts = { missing: new Map(), variables: {} };

async function item(more: Partial<PhonePair> = {}, facts: PhoneFacts | null = READY) {
  await using data = await temporaryFolder();
  await writeFiles(data.path, { 'groundtruth/1/notes/evaluator.json': [] });
  return phoneItem({ ...PAIR, ...more }, data.path, facts);
}

describe('phoneItem', () => {
  it('gives twenty steps to a task that can be done', async () => {
    const made = await item();
    expect(made.invalid).toBeUndefined();
    expect(made).toMatchObject({
      id: 'navigation/1/notes',
      task: { maxSteps: 20, tags: ['navigation', 'notes'] },
    });
  });

  it.each<[string, Partial<PhonePair>, RegExp]>([
    ['no instruction', { goal: null }, /no task file/],
    ['no rules', { pair: { task: 2, app: 'notes' } }, /no rules/],
    ['no package', { app: null }, /apk-info\.csv has no package of notes/],
  ])('says that the data hold %s', async (_, more, said) => {
    const made = await item(more);
    expect(made.invalid).toMatch(said);
    expect(made.invalidBy).toBeUndefined();
  });

  it('leaves to its user what is not installed or not set', async () => {
    const missing = new Map([['org.example.notes', ['emulator-5554']]]);
    expect(await item({}, { ...READY, missing })).toMatchObject({
      invalid: expect.stringMatching(/org\.example\.notes is not installed on emulator-5554.*adb -s/),
      invalidBy: 'user',
    });
    const half = { missing: new Map<string, string[]>(), variables: { SPHINX_USERNAME: 'me' } };
    expect(await item({ login: LOGIN }, half)).toMatchObject({
      invalid: expect.stringContaining('SPHINX_NOTES_PASSWORD'),
      invalidBy: 'user',
    });
    const whole = { ...half, variables: { ...half.variables, SPHINX_NOTES_PASSWORD: 'x' } };
    expect((await item({ login: LOGIN }, whole)).invalid).toBeUndefined();
  });

  it('asks for nothing where no phone is open, such as for scoring', async () => {
    expect((await item({ login: LOGIN }, null)).invalid).toBeUndefined();
  });
});

describe('chosenReset', () => {
  it('is a restart unless data are to be removed', () => {
    expect([chosenReset(undefined), chosenReset('clear')]).toEqual(['restart', 'clear']);
    expect(() => chosenReset('reinstall')).toThrow(UserError);
  });
});
