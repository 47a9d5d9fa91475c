import { defineTexts } from '../texts/language.js';
import type { ServedPhone } from './phone-client.js';

type Count = Pick<ServedPhone, 'actions' | 'maxActions'>;

export const PHONE_TEXTS = defineTexts(
  {
    phones: 'Phones',
    screen: 'Screen of the phone',
    typing: 'Text to type',
    typingHint: 'Type on the phone',
    type: 'Type',
    back: 'Back',
    home: 'Home',
    enter: 'Enter',
    again: 'Start again',
    log: 'What was said and done',
    running: (instruction: string, { actions, maxActions }: Count) =>
      `${instruction} (${actions} of ${maxActions} actions)`,
    over: ({ actions, maxActions }: Count) =>
      `The agent is done (${actions} of ${maxActions} actions, its end among them). Press “Start again” to go on.`,
    limit: ({ actions, maxActions }: Count) =>
      actions < maxActions
        ? `A limit was met (${actions} of ${maxActions} actions). Press “Start again” to go on.`
        : `No actions left (${actions} of ${maxActions}). Press “Start again” to go on.`,
    failed: ({ actions, maxActions }: Count) =>
      `The recorded world failed (${actions} of ${maxActions} actions). Press “Start again” to go on.`,
    gone: 'The phone is gone.',
  },
  {
    phones: '手机',
    screen: '手机屏幕',
    typing: '要输入的文字',
    typingHint: '在手机上输入',
    type: '输入',
    back: '返回',
    home: '主屏幕',
    enter: '回车',
    again: '重新开始',
    log: '发生的一切',
    running: (instruction: string, { actions, maxActions }: Count) =>
      `${instruction}（${actions} / ${maxActions} 个操作）`,
    over: ({ actions, maxActions }: Count) =>
      `智能体已结束（${actions} / ${maxActions} 个操作，含结束操作）。按“重新开始”继续。`,
    limit: ({ actions, maxActions }: Count) =>
      actions < maxActions
        ? `达到限制（${actions} / ${maxActions} 个操作）。按“重新开始”继续。`
        : `没有剩余操作（${actions} / ${maxActions}）。按“重新开始”继续。`,
    failed: ({ actions, maxActions }: Count) =>
      `录制的世界出错（${actions} / ${maxActions} 个操作）。按“重新开始”继续。`,
    gone: '手机已不存在。',
  },
);
