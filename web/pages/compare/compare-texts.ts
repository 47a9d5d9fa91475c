import { ENGLISH_COMPARISON } from '../../../src/metrics/comparison/english-comparison.js';
import type { FirstDifference } from '../../../src/metrics/comparison/first-difference.js';
import { UNCOMPARED_WORDS } from '../../../src/report/view/uncompared-words.js';
import { defineTexts } from '../../texts/language.js';
import { CHINESE_COMPARISON } from './chinese-comparison.js';

/** Texts of the comparison of runs. */
export const COMPARE_TEXTS = defineTexts(
  {
    stepShort: 'Step',
    cannotRead: 'These steps cannot be read: the report file was cut off or changed.',
    comparisonNote:
      'Runs are compared task by task, over the tasks that were judged under both. Of each pair the run that was named first is the base (left of the arrow); the difference is what the other has more. p is corrected (Holm) for the number of comparisons; intervals are not.',
    noComparison: 'Nothing to compare: two runs of one benchmark are needed.',
    uncompared: UNCOMPARED_WORDS,
    comparison: ENGLISH_COMPARISON,
    howComputed: 'How this was computed',
    partByPart: 'Part by part',
    difference: 'Difference in points',
    to: 'to',
    pairedTasks: 'Tasks',
    metric: 'Metric',
    value: 'Value (%)',
    changedTasks: 'Tasks that changed',
    changedNote: (flipped: string, all: string, tasks: string) =>
      `${all} of ${tasks} tasks changed; ${flipped} of them flipped between mostly failed and mostly passed.`,
    moreChanged: (count: string) => `… and ${count} more`,
    change: 'Change',
    gained: 'gained',
    lost: 'lost',
    up: 'up',
    down: 'down',
    firstDifference: 'First differing step',
    allAligned: (runs: number) => `All ${runs} side by side`,
    sameSteps: 'same steps',
    hadEnded: 'had ended',
    differences: { screen: 'screen', action: 'action', end: 'end' } satisfies Record<
      FirstDifference['kind'],
      string
    >,
    differingEntries: 'What was configured differently',
  },
  {
    stepShort: '步',
    cannotRead: '无法读取这些步骤：报告文件被截断或改动。',
    comparisonNote:
      '逐个任务比较两次运行，只计两边都已判定的任务。每一对以先给出的运行为基准（箭头左侧），差值是另一个多出的部分。p 值按比较次数校正（Holm），区间不校正。',
    noComparison: '没有可比较的内容：需要同一基准的两次运行。',
    uncompared: {
      oracle: '不参与比较：它知道路线和成功规则，只是上限，不是对手。',
      baseline: '不参与比较：有两个或更多智能体时，只在它们之间比较。',
      alone: '不参与比较：这里没有同一基准、数据和模式的其他运行。',
      parts: '不参与比较：它分别测量的内容无法读取，或没有其他运行测量同样的内容。',
      fork: '不参与比较：它是分叉，以另一次运行的步骤开头。',
    },
    comparison: CHINESE_COMPARISON,
    howComputed: '计算方法',
    partByPart: '逐项比较',
    difference: '差异（百分点）',
    to: '至',
    pairedTasks: '任务数',
    metric: '指标',
    value: '值（%）',
    changedTasks: '结果有变化的任务',
    changedNote: (flipped, all, tasks) =>
      `${tasks} 个任务中有 ${all} 个变化，其中 ${flipped} 个在多数未通过与多数通过之间翻转。`,
    moreChanged: (count) => `……另有 ${count} 个`,
    change: '变化',
    gained: '转为通过',
    lost: '转为未通过',
    up: '上升',
    down: '下降',
    firstDifference: '首个不同的步骤',
    allAligned: (runs) => `全部 ${runs} 次并排`,
    sameSteps: '步骤相同',
    hadEnded: '已结束',
    differences: { screen: '屏幕', action: '动作', end: '结束' },
    differingEntries: '配置中的不同之处',
  },
);
