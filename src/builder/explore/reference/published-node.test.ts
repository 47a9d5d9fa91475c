import { expect, it } from 'vitest';
import { folderNoun, publishedNodeFiles, readPathAction } from './published-node.js';

it('reads actions from the text of a path', () => {
  expect(readPathAction('<please do the following: open Shop>')).toEqual({
    action_type: 'open',
    app_name: 'Shop',
  });
  expect(readPathAction('点击[12, 34]')).toEqual({ action_type: 'click', x: '12', y: '34' });
  expect(readPathAction('点击搜索')).toEqual({ action_type: 'click', element: '搜索' });
  expect(readPathAction('向上滑动')).toEqual({ action_type: 'swipe', direction: 'up' });
});

it('names folders by what the last step is about', () => {
  expect(folderNoun(['a', '点击搜索按钮'])).toBe('搜索');
  expect(folderNoun(['点击a/b'])).toBe('a_b');
  expect(folderNoun(['点击x'])).toBe('action');
});

it('saves a picture before each step, and the last with the end', () => {
  const bytes = Uint8Array.of(1);
  const files = publishedNodeFiles({
    path: ['<please do the following: open Shop>', '点击搜索'],
    screens: [bytes, bytes, bytes],
    savedAt: new Date(0),
  });
  const json = JSON.parse(String(files.get('搜索/搜索.json'))) as { action: string; screenshot: string }[];
  expect(json.map(({ action }) => (JSON.parse(action) as { action_type: string }).action_type)).toEqual([
    'open',
    'click',
    'complete',
  ]);
  for (const { screenshot } of json) expect(files.has(`搜索/${screenshot}`)).toBe(true);
});
