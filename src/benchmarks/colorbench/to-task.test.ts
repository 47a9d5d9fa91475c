import { describe, expect, it } from 'vitest';
import { toTask } from './to-task.js';

function instructionsOf(query: string): Readonly<Record<string, string>> {
  const milestones = [{ ability: 'find', pageNodes: ['a.jpg'], answers: null, rawAbility: null }];
  return toTask({ id: '1', query, optimalSteps: 1, appCount: 1, milestones }).instructions;
}

describe('toTask', () => {
  it.each(['清理美团缓存', '微信搜索OPPO并关注服务号', '在 B站 用 WPS Office 打开文件'])(
    'leaves a published query as it is: %s',
    (query) => {
      expect(instructionsOf(query)).toEqual({ zh: query });
    },
  );

  it.each([
    'Order takeaway from Meituan: one dry-fried beef, without dinnerware',
    'Search for "广州攻略" on Xiaohongshu and share the first note with friend 1',
    'Envoyer la capture d’écran à un ami',
  ])('tells that apps have Chinese names where the query is in another language: %s', (query) => {
    expect(Object.values(instructionsOf(query))).toEqual([
      `${query}\nThe apps of this phone have Chinese names, and are opened by them.`,
    ]);
    expect(instructionsOf(query)['zh']).toBeUndefined();
  });
});
