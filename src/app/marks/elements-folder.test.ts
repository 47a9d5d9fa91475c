import { hash } from 'node:crypto';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Screen } from '../../domain/screen.js';
import { temporaryFolder } from '../../testing/run-fakes/run-fake.js';
import { smallPng } from '../../testing/small-png.js';
import { openElementsFolder } from './elements-folder.js';

const signal = new AbortController().signal;
const SIZE = { width: 108, height: 240 };
const PNG = smallPng(SIZE);
const ELEMENT = { type: 'icon', bbox: [0.1, 0.1, 0.2, 0.2], interactivity: true, content: 'gear' };

function screen(id: string, more: Partial<Screen> = {}): Screen {
  const picture = { mediaType: 'image/png', load: async () => PNG };
  return { id, size: SIZE, activity: null, picture, hierarchy: null, ...more };
}

async function folderOf(files: Readonly<Record<string, unknown>>) {
  const folder = await temporaryFolder();
  for (const [name, value] of Object.entries(files)) {
    const file = join(folder.path, name);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, typeof value === 'string' ? value : JSON.stringify(value));
  }
  return folder;
}

const open = (folder: string, screens: readonly Screen[], isWhole = true) =>
  openElementsFolder(folder, screens, { isWhole, signal });

describe('a folder of detected elements', () => {
  it.each(['trip/3.json', 'trip/3.png.json', '3.json', '3.png.json'])('finds %s', async (name) => {
    await using folder = await folderOf({ [name]: [ELEMENT] });
    const source = await open(folder.path, [screen('trip/3.png')]);
    const found = await source.detect(screen('trip/3.png'), { models: {}, signal });
    expect(found).toMatchObject({ count: 1, elements: [{ index: 0, words: 'gear' }] });
    expect(source.identity).toMatchObject({ files: 1 });
  });

  it('is known by what it says, wherever its files lie', async () => {
    const identityOf = async (files: Readonly<Record<string, unknown>>): Promise<unknown> => {
      await using folder = await folderOf(files);
      return (await open(folder.path, [screen('b.png'), screen('a.png')])).identity;
    };
    const other = { ...ELEMENT, bbox: [0.1, 0.1, 0.2, 0.3] };
    const one = await identityOf({ 'a.json': [ELEMENT], 'b.json': [other] });
    expect(await identityOf({ 'b.png.json': [other], 'a.json': { latency: 3, parsed_content_list: [ELEMENT] } })).toEqual(one); // prettier-ignore
    expect(await identityOf({ 'a.json': [other], 'b.json': [ELEMENT] })).not.toEqual(one);
  });

  it('needs no file for a screen with a hierarchy or without a picture', async () => {
    await using folder = await folderOf({});
    const hierarchy = { mediaType: 'text/xml', load: async () => new Uint8Array() };
    const source = await open(folder.path, [screen('a.png', { hierarchy }), screen('b', { picture: null })]);
    expect(source.identity).toMatchObject({ files: 0 });
  });

  it('says which file is missing, unless something else finds those elements', async () => {
    await using folder = await folderOf({ 'a.json': [ELEMENT] });
    const screens = [screen('a.png'), screen('b.png')];
    await expect(open(folder.path, screens)).rejects.toMatchObject({
      code: 'ELEMENTS_FILE',
      message: `${join(folder.path, 'b.json')}: there are no detected elements of b.png`,
    });
    const source = await open(folder.path, screens, false);
    expect(await source.detect(screen('b.png'), { models: {}, signal })).toBeNull();
  });

  it('refuses elements of another picture', async () => {
    const right = { width: 108, height: 240, sha256: hash('sha256', PNG) };
    const files = (picture: unknown) => ({ 'a.json': { parsed_content_list: [ELEMENT], picture } });
    {
      await using folder = await folderOf(files(right));
      await expect(open(folder.path, [screen('a.png')])).resolves.toBeDefined();
    }
    for (const [wrong, words] of [
      [{ ...right, height: 241 }, 'of 108 x 241, and a.png is 108 x 240'],
      [{ ...right, width: 107 }, 'of 107 x 240, and a.png is 108 x 240'],
      [{ ...right, sha256: '0'.repeat(64) }, 'whose hash is not that of a.png'],
    ] as const) {
      await using folder = await folderOf(files(wrong));
      const refused = open(folder.path, [screen('a.png')]);
      await expect(refused).rejects.toMatchObject({ code: 'ELEMENTS_FILE' });
      await expect(refused).rejects.toThrow(words);
    }
  });

  it.each([
    ['no element', [], 'it holds no element with a place on the picture'],
    ['boxes in pixels', [{ ...ELEMENT, bbox: [10, 10, 20, 20] }], 'the box is not in parts of the picture'],
    ['something else', { nodes: [] }, 'it is no output of OmniParser'],
    ['no JSON', '[', 'a.json'],
  ])('names a file that holds %s', async (_, value, words) => {
    await using folder = await folderOf({ 'a.json': value });
    await expect(open(folder.path, [screen('a.png')])).rejects.toThrow(words);
  });

  it('does not take one file for two screens', async () => {
    await using folder = await folderOf({ '3.json': [ELEMENT] });
    const refused = open(folder.path, [screen('one/3.png'), screen('two/3.png')]);
    await expect(refused).rejects.toThrow('it stands for two screens, one/3.png and two/3.png');
  });

  it('reads nothing outside of itself', async () => {
    await using elsewhere = await folderOf({ 'a.json': [ELEMENT] });
    await using folder = await folderOf({ 'inner/x.json': [ELEMENT] });
    await symlink(join(elsewhere.path, 'a.json'), join(folder.path, 'a.json'));
    await expect(open(folder.path, [screen('a.png')])).rejects.toMatchObject({ code: 'PATH_OUTSIDE_FOLDER' });
    await expect(open(join(folder.path, 'inner'), [screen('../inner/../y.png')])).rejects.toMatchObject({
      code: 'ELEMENTS_FILE',
    });
  });

  it('says so when a file changes while the run goes on', async () => {
    await using folder = await folderOf({ 'a.json': [ELEMENT] });
    const source = await open(folder.path, [screen('a.png')]);
    await writeFile(join(folder.path, 'a.json'), JSON.stringify([ELEMENT, ELEMENT]));
    await expect(source.detect(screen('a.png'), { models: {}, signal })).rejects.toThrow('others than when');
  });
});
