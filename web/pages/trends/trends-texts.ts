import { defineTexts } from '../../texts/language.js';

export const TRENDS_TEXTS = defineTexts(
  {
    title: 'Trends',
    about:
      'Success of one agent at one benchmark, or its main metric, run after run. A line leads only between finished runs of the same tasks and data; a dashed one marks a run whose configuration differs from the one before.',
    none: 'There is no result in this folder yet.',
    benchmark: 'Benchmark',
    agent: 'Agent',
    chart: (figure: string, benchmark: string, agent: string, runs: number) =>
      `${figure} of ${agent} at ${benchmark} over ${runs === 1 ? '1 run' : `${runs} runs`}; the table below has the numbers`,
    started: 'Started',
    run: 'Run',
    figure: 'Figure',
    figures: { success: 'Success', main: 'Main metric' },
    interval: 'Interval',
    episodes: 'Episodes',
    changes: 'Changed since the run before',
    changed: (count: number) => (count === 1 ? '1 entry' : `${count} entries`),
    absent: 'not there',
    noResult: 'no result',
  },
  {
    title: '趋势',
    about:
      '一个智能体在一个基准上逐次运行的成功率或主要指标。只有任务和数据相同且已完成的运行之间才连线；虚线标出配置与前一次不同的运行。',
    none: '此文件夹中还没有结果。',
    benchmark: '基准',
    agent: '智能体',
    chart: (figure: string, benchmark: string, agent: string, runs: number) =>
      `${agent} 在 ${benchmark} 上 ${runs} 次运行的${figure}；数字见下表`,
    started: '开始时间',
    run: '运行',
    figure: '指标',
    figures: { success: '成功率', main: '主要指标' },
    interval: '区间',
    episodes: '回合',
    changes: '与前一次运行的不同',
    changed: (count: number) => `${count} 项`,
    absent: '没有',
    noResult: '无结果',
  },
);
