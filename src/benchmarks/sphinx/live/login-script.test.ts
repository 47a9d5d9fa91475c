import { describe, expect, it } from 'vitest';
import { temporaryFolder, writeFiles } from '../../../../test/fixtures/sphinx-data.js';
import { DatasetError } from '../../../errors.js';
import { readLoginScript, variableOf } from './login-script.js';

const FIELD = { 'resource-id': 'org.example.notes:id/name', bounds: '[0,0][100,40]' };

async function read(script: unknown, more: Readonly<Record<string, unknown>> = {}) {
  await using data = await temporaryFolder();
  await writeFiles(data.path, { 'login_script/notes.json': script, ...more });
  return await readLoginScript(data.path, 'notes');
}

describe('readLoginScript', () => {
  it('reads actions, and what they type of the user', async () => {
    const script = await read([
      { type: 'input', element: FIELD, message: '{username}' },
      { type: 'input', element: FIELD, message: 'Berlin' },
      { type: 'swipe', element: FIELD, direction: 'up' },
      { type: 'none', element: null },
      { type: 'input', element: FIELD, message: '{username}' },
    ]);
    expect(script).toMatchObject({ types: ['USERNAME'], check: null });
    expect(script?.actions.map(({ type }) => type)).toEqual(['input', 'input', 'swipe', 'none', 'input']);
  });

  it('reads the check beside it, and nothing for an app without a script', async () => {
    const rule = {
      type: 'stoppage',
      match_type: 'equal',
      match_rules: {},
      check_type: 'equal',
      check_rules: {},
    };
    expect((await read([], { 'login_check/notes.json': [rule] }))?.check).toHaveLength(1);
    await using data = await temporaryFolder();
    expect(await readLoginScript(data.path, 'notes')).toBeNull();
  });

  it.each<[string, unknown, RegExp]>([
    ['no list', {}, /login_script.notes\.json/],
    ['an unknown action', [{ type: 'open' }], /\[0\]/],
    ['a touch of nothing', [{ type: 'click', element: null }], /needs an element/],
    ['an element without bounds', [{ type: 'click', element: { text: 'a' } }], /bounds/],
    ['a stop', [{ type: 'stop' }], /does not stop the app/],
    ['a swipe that goes nowhere', [{ type: 'swipe', element: FIELD }], /needs a direction/],
    ['another place to fill', [{ type: 'input', element: FIELD, message: '{token}' }], /\{username\}/],
  ])('refuses %s, naming file and place', async (_, script, said) => {
    await expect(read(script)).rejects.toThrow(DatasetError);
    await expect(read(script)).rejects.toMatchObject({ message: expect.stringMatching(said) });
  });
});

describe('variableOf', () => {
  it("is the app's own variable, or the one of all apps where only that is set", () => {
    expect(variableOf('home_budget', 'PASSWORD', {})).toBe('SPHINX_HOME_BUDGET_PASSWORD');
    expect(variableOf('notes', 'USERNAME', { SPHINX_USERNAME: 'x' })).toBe('SPHINX_USERNAME');
    expect(variableOf('notes', 'USERNAME', { SPHINX_USERNAME: 'x', SPHINX_NOTES_USERNAME: 'y' })).toBe(
      'SPHINX_NOTES_USERNAME',
    );
  });
});
