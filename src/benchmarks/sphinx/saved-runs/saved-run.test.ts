import { join } from 'node:path';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  CLICK_NEXT,
  savedRunFiles,
  temporaryFolder,
  writeFiles,
} from '../../../../test/fixtures/sphinx-data.js';
import { TouchstoneError } from '../../../errors.js';
import { FileContentError, FileUnreadableError, JsonDepthError } from '../../../formats/file-errors.js';
import { readSavedRun } from './saved-run.js';

const CLICK = { action_type: 'CLICK', element: CLICK_NEXT.element };
const STOP = { action_type: 'STOP' };

async function read(files: Record<string, unknown>, layout: 'sphinx' | 'appagent' | 'auto' = 'sphinx') {
  await using data = await temporaryFolder();
  await writeFiles(data.path, files);
  const run = await readSavedRun(data.path, { layout });
  return run?.trajectory.steps.map(({ screen, action }) => `${screen.activity?.activity} ${action?.type}`);
}

describe('readSavedRun', () => {
  it('appends a stop on the screen behind the last action', async () => {
    const steps = ['HomeActivity tap', 'ListActivity stop'];
    expect(await read(savedRunFiles([CLICK], ['Home', 'List']))).toEqual(steps);
    expect(await read(savedRunFiles([CLICK], ['Home', 'List'], { first: 1 }), 'appagent')).toEqual(steps);
    expect(await read(savedRunFiles([CLICK], ['Home', 'List'], { first: 1 }), 'auto')).toEqual(steps);
  });

  it('repeats the last activity of an AppAgent run that lacks one, and cuts surplus ones', async () => {
    const files = savedRunFiles([CLICK], ['Home', 'List', 'List'], { first: 1, activities: 1 });
    expect(await read(files, 'appagent')).toEqual(['HomeActivity tap', 'HomeActivity stop']);
    expect(
      await read(
        { ...files, ...savedRunFiles([CLICK, STOP], ['Home', 'List', 'List'], { first: 1 }) },
        'appagent',
      ),
    ).toEqual(['HomeActivity tap', 'ListActivity stop']);
  });

  it('gives nothing where there is no run', async () => {
    await using data = await temporaryFolder();
    expect(await readSavedRun(join(data.path, 'no-run'), { layout: 'auto' })).toBeNull();
  });

  it.each<[string, Record<string, unknown>, new (...args: never[]) => Error]>([
    ['counts that do not fit', savedRunFiles([CLICK], ['Home', 'List', 'Note']), FileContentError],
    ['a missing screen', savedRunFiles([CLICK, STOP], ['Home'], { activities: 2 }), FileUnreadableError],
    ['no actions', { 'activities.json': [] }, FileUnreadableError],
    [
      'nesting without end',
      { 'actions.json': '['.repeat(1000) + ']'.repeat(1000), 'activities.json': [] },
      JsonDepthError,
    ],
  ])('refuses %s', async (_, files, kind) => {
    await expect(read(files)).rejects.toBeInstanceOf(kind);
  });

  it('gives a run or a typed error for anything in its files', async () => {
    const json = fc.oneof(fc.json(), fc.string(), fc.constant('null'));
    const field = fc.constantFrom('action_type', 'element', 'coords', 'message', 'clear', 'direction');
    const value = fc.oneof(fc.constantFrom('CLICK', 'SWIPE', 'TEXT', 'STOP'), fc.jsonValue());
    const actions = fc
      .array(fc.oneof(fc.constant(CLICK), fc.dictionary(field, value)))
      .map((list) => JSON.stringify(list));
    const activities = fc.array(fc.tuple(fc.string(), fc.string())).map((list) => JSON.stringify(list));
    await using data = await temporaryFolder();
    await writeFiles(data.path, savedRunFiles([], ['Home', 'List']));
    await fc.assert(
      fc.asyncProperty(fc.oneof(actions, json), fc.oneof(activities, json), async (first, second) => {
        await writeFiles(data.path, { 'actions.json': first, 'activities.json': second });
        try {
          await readSavedRun(data.path, { layout: 'auto' });
        } catch (error) {
          expect(error).toBeInstanceOf(TouchstoneError);
          expect((error as TouchstoneError).fault).toBe('dataset');
        }
      }),
    );
  });
});
