import { defineTexts } from '../../texts/language.js';

export const MATRIX_TEXTS = defineTexts(
  {
    title: 'Agents by benchmarks',
    about:
      'Each cell is one run: the newest of the whole benchmark, or the newest there is. Nothing is averaged; modes, splits and versions are columns of their own.',
    none: 'There is no result in this folder yet.',
    forks: (count: number) =>
      count === 1 ? 'One fork is no result, and left out.' : `${count} forks are no results, and left out.`,
    agent: 'Agent',
    version: (version: string) => `version ${version}`,
    episodes: (count: number) => (count === 1 ? '1 episode' : `${count} episodes`),
    unfinished: (finished: number, planned: number) => `unfinished: ${finished} of ${planned}`,
    chosen: (count: number) => (count === 1 ? '1 task only' : `${count} tasks only`),
    others: (count: number) => (count === 1 ? '1 other run' : `${count} other runs`),
    compare: 'Compare the newest',
    trend: 'Trend',
    otherData: 'other data: not comparable with the run above',
    noResult: 'no result',
  },
  {
    title: '智能体与基准',
    about: '每格是一次运行：最新的完整运行，没有时为最新的一次。不做任何平均；模式、划分和版本各占一列。',
    none: '此文件夹中还没有结果。',
    forks: (count: number) => `${count} 个分叉不是结果，未列入。`,
    agent: '智能体',
    version: (version: string) => `版本 ${version}`,
    episodes: (count: number) => `${count} 个回合`,
    unfinished: (finished: number, planned: number) => `未完成：${planned} 个中的 ${finished} 个`,
    chosen: (count: number) => `仅 ${count} 个任务`,
    others: (count: number) => `另有 ${count} 次运行`,
    compare: '对比最新的几次',
    trend: '趋势',
    otherData: '数据不同：与上面的运行不可比',
    noResult: '无结果',
  },
);
