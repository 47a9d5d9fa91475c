import type { Mode } from '../../src/domain/mode.js';
import { defineTexts } from './language.js';

function count(number: string | number, one: string, many = `${one}s`): string {
  return `${number} ${String(number) === '1' ? one : many}`;
}

/** Words of the pages on a set of runs that more than one of them uses. */
export const REPORT_TEXTS = defineTexts(
  {
    noRunChosen: 'No run is chosen.',
    chooseRuns: 'Choose runs',
    run: 'Run',
    success: 'Success',
    completion: 'Completion',
    interval: '95 % interval',
    chart: 'Chart',
    counted: 'n',
    time: 'Time',
    cost: 'Cost',
    tokens: 'Tokens',
    steps: 'Steps',
    task: 'Task',
    repeat: 'Repeat',
    outcome: 'Outcome',
    nothing: '–',
    loading: 'Loading …',
    modes: { reference: 'reference mode', corrected: 'corrected mode' } satisfies Record<Mode, string>,
    runCount: (number: number) => count(number, 'run'),
    episodeCount: (number: string) => count(number, 'episode'),
    taskCount: (number: string) => count(number, 'task'),
    followCell: 'Show the episodes behind this number',
    entry: 'Entry',
    cellOf: (run: string, repeat: number, outcome: string) => `${run}, repeat ${repeat}: ${outcome}`,
  },
  {
    noRunChosen: '尚未选择运行。',
    chooseRuns: '选择运行',
    run: '运行',
    success: '成功率',
    completion: '完成度',
    interval: '95 % 区间',
    chart: '图',
    counted: 'n',
    time: '用时',
    cost: '费用',
    tokens: 'token',
    steps: '步数',
    task: '任务',
    repeat: '重复',
    outcome: '结局',
    nothing: '–',
    loading: '载入中……',
    modes: { reference: '参考模式', corrected: '修正模式' },
    runCount: (number) => `${number} 次运行`,
    episodeCount: (number) => `${number} 个回合`,
    taskCount: (number) => `${number} 个任务`,
    followCell: '查看该数字对应的回合',
    entry: '条目',
    cellOf: (run, repeat, outcome) => `${run}，第 ${repeat} 次：${outcome}`,
  },
);
