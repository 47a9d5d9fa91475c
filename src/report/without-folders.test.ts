import { describe, expect, it } from 'vitest';
import { withoutFolders } from './without-folders.js';

describe('withoutFolders', () => {
  it.each([
    ['ENOENT: no such file, open /home/me/data/pictures/7.png', 'ENOENT: no such file, open 7.png'],
    ['go on with: touchstone resume /tmp/x/runs/first', 'go on with: touchstone resume first'],
    ['"/tmp/x/graph.json", and more', '"graph.json", and more'],
    ['in /tmp/x/runs/: two', 'in runs: two'],
    [String.raw`C:\Users\me\runs\first is damaged`, 'first is damaged'],
    ['runs/first and ./a/b stay', 'runs/first and ./a/b stay'],
    ['see https://example.org/a/b/c', 'see https://example.org/a/b/c'],
    ['GET /api/runs lists them.', 'GET /api/runs lists them.'],
    ['3/4 tasks, either/or', '3/4 tasks, either/or'],
    ['the file /sdcard/Download/note.txt is there', 'the file /sdcard/Download/note.txt is there'],
  ])('%s', (text, shown) => {
    expect(withoutFolders(text)).toBe(shown);
  });
});
