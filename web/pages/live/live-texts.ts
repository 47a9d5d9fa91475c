import { defineTexts } from '../../texts/language.js';

export const LIVE_TEXTS = defineTexts(
  {
    title: 'Live',
    none: 'Nothing is running in this folder. Episodes appear here as they begin.',
    step: (step: number, most: number | null) =>
      most === null ? `Step ${step}` : `Step ${step} of at most ${most}`,
    elapsed: (time: string) => `for ${time}`,
    waiting: 'Waiting for the first screen',
  },
  {
    title: '实时',
    none: '此文件夹中没有正在进行的运行。回合开始后会出现在这里。',
    step: (step, most) => (most === null ? `第 ${step} 步` : `第 ${step} 步，最多 ${most} 步`),
    elapsed: (time) => `已进行 ${time}`,
    waiting: '等待第一个屏幕',
  },
);
