import type { AgentKind, ReportRun } from '../../../src/report/view/report-run.js';
import type { ReportProblem } from '../../../src/report/view/report-problem.js';
import { defineTexts } from '../../texts/language.js';

function count(number: string | number, one: string, many = `${one}s`): string {
  return `${number} ${String(number) === '1' ? one : many}`;
}

/** What there is to say of a problem from its counts alone. */
const PROBLEM_DETAILS: Partial<Record<ReportProblem['kind'], (counts: readonly number[]) => string>> = {
  'no-episodes': ([, planned]) => `${planned} were planned. Start the run again, or resume it.`,
  unfinished: ([done, planned]) =>
    `${done} of ${planned} episodes are done; the others are outside every rate. \`touchstone resume\` goes on with it.`,
  voided: ([done]) =>
    `${count(done ?? 0, 'episode')} ended by failures that are not the agent's, so there is no rate. \`touchstone resume --retry-voided\` does them once more.`,
  unscored: () => 'Nothing is known of success. Run `touchstone score` on it, then write the report again.',
  pictures: ([missing]) =>
    `${count(missing ?? 0, 'picture')} could not be found when the report was written; everything else is here.`,
};

/** Texts of the overview. */
export const OVERVIEW_TEXTS = defineTexts(
  {
    title: 'Overview',
    openTasks: 'Open the list of tasks',
    report: 'Report',
    writtenBy: (version: string, date: string) => `Written by Touchstone ${version} on ${date}`,
    problems: {
      unreadable: 'A run could not be read',
      newer: 'A run was written by a newer Touchstone',
      copy: 'A run was named twice',
      'no-episodes': 'The run holds no finished episode',
      unfinished: 'The run did not come to its end',
      voided: 'Every episode of the run is void',
      unscored: 'The run has not been scored',
      damaged: 'Part of the run is damaged',
      pictures: 'Pictures are missing',
    } satisfies Record<ReportProblem['kind'], string>,
    problemDetails: PROBLEM_DETAILS,
    statuses: {
      complete: 'complete',
      interrupted: 'interrupted',
      aborted: 'stopped at once',
      budget: 'out of budget',
      decided: 'ended by its gate',
      crashed: 'crashed or still running',
    } satisfies Record<ReportRun['status'], string>,
    kinds: { agent: 'Agents', baseline: 'Blind baselines', oracle: 'Oracle' } satisfies Record<
      AgentKind,
      string
    >,
    kindHelp: {
      agent: '',
      baseline:
        'They are shown no screenshot, at most the texts of the UI hierarchy: a score that they reach can be had by guessing.',
      oracle: 'It is shown the way and the success rule: an upper bound, no competitor.',
    } satisfies Record<AgentKind, string>,
    results: 'Results',
    bounds: 'Bounds',
    voided: 'Voided',
    notRun: 'Not run',
    meanSteps: 'Steps',
    calls: 'Calls',
    effort: 'Effort',
    tokensIn: 'Tokens in',
    tokensOut: 'Tokens out',
    formatErrorsCount: 'Unreadable answers',
    passAll: (k: string) => `pass^${k}`,
    passAny: (k: string) => `pass@${k}`,
    resultsNote:
      'n counts the episodes that were judged. Voided episodes (somebody else failed, not the agent) and those never run are outside n; the bounds count them all as failed, then all as passed. Bars show the 95 % interval.',
    itemsRight: 'Items judged right',
    notAScore: 'all dimensions together; not a score',
    dimensionsNote:
      'The items of a run in dimensions are of different kinds and not independent: the profile below says what was measured, and `touchstone compare` tests runs part by part. n counts the items that were judged; the bounds count all others as wrong, then all as right.',
    bestBaseline: (name: string, rate: string) => `The best blind baseline, ${name}, reaches ${rate}.`,
    noBaseline:
      'No blind baseline is among these runs: add a run of no-op, random or tap-text to see what a score is worth.',
    modesDiffer: (number: string) => `${count(number, 'verdict')} would differ in the other mode`,
    profile: 'Profile',
    profileNote:
      'Each capability measured on its own, next to navigation, which needs all of them. In percent, the 95 % interval below; bounds: had all undecided items failed, and had all passed.',
    profileTitle: (names: string) => `Profile of ${names}, as a radar`,
    dimension: 'Measured',
    notMeasured: 'n/a',
    capabilities: 'Atomic capabilities',
    capabilitiesNote:
      'Milestones of each capability that were reached, among those the agent got as far as. Whiskers show the 95 % interval.',
    capability: 'Capability',
    capabilityCell: (reached: number, counted: number) => `${reached} of ${counted}`,
    radarTitle: (names: string) => `Capabilities of ${names}, as a radar`,
    noRadar: (least: number) =>
      `The radar leaves out runs of which an axis rests on fewer than ${least}: they would look surer than they are.`,
    outcomesTitle: 'What became of the episodes',
    outcomesNote: 'Choose a number to see the episodes behind it.',
    endReasons: 'Why episodes ended',
    byApp: 'By app',
    byAppNote: 'Passed among judged episodes whose task uses the app; a task may use several.',
    benchmarkTables: 'Tables of the benchmark',
    configuration: 'Configuration',
    configurationNote: 'Entries in which these runs differ. Compare their numbers only with these in mind.',
    configurationSame: 'The runs were configured alike.',
    notes: 'Notes',
    warnings: 'Warnings',
  },
  {
    title: '总览',
    openTasks: '打开任务列表',
    report: '报告',
    writtenBy: (version, date) => `由 Touchstone ${version} 于 ${date} 生成`,
    problems: {
      unreadable: '有一次运行无法读取',
      newer: '有一次运行由更新版本的 Touchstone 写成',
      copy: '同一次运行给出了两次',
      'no-episodes': '该运行没有已结束的回合',
      unfinished: '该运行没有跑完',
      voided: '该运行的回合全部作废',
      unscored: '该运行尚未评分',
      damaged: '该运行有一部分已损坏',
      pictures: '缺少图片',
    },
    problemDetails: {
      'no-episodes': ([, planned]) => `计划了 ${planned} 个回合。请重新开始或继续该运行。`,
      unfinished: ([done, planned]) =>
        `${planned} 个回合中已完成 ${done} 个，其余不计入任何比率。可用 \`touchstone resume\` 继续。`,
      voided: ([done]) =>
        `${done} 个回合都因与智能体无关的故障而结束，因此没有成功率。可用 \`touchstone resume --retry-voided\` 重做。`,
      unscored: () => '尚不知道是否成功。请先运行 `touchstone score`，再生成报告。',
      pictures: ([missing]) => `生成报告时有 ${missing} 张图片找不到；其余内容都在。`,
    },
    statuses: {
      complete: '完成',
      interrupted: '中断',
      aborted: '立即停止',
      budget: '预算用尽',
      decided: '门禁已有定论',
      crashed: '崩溃或仍在运行',
    },
    kinds: { agent: '智能体', baseline: '盲基线', oracle: '先知' },
    kindHelp: {
      agent: '',
      baseline: '它们看不到截图，至多只看 UI 层级中的文字：它们能达到的分数说明不了任何问题。',
      oracle: '它知道路线和成功规则：只是上限，不是对手。',
    },
    results: '结果',
    bounds: '上下界',
    voided: '作废',
    notRun: '未运行',
    meanSteps: '步数',
    calls: '调用',
    effort: '开销',
    tokensIn: '输入 token',
    tokensOut: '输出 token',
    formatErrorsCount: '无法解析的回答',
    passAll: (k) => `pass^${k}`,
    passAny: (k) => `pass@${k}`,
    resultsNote:
      'n 为已判定的回合数。作废的回合（出错的不是智能体）和未运行的回合不计入 n；上下界把它们全部算作未通过或全部算作通过。横线表示 95 % 区间。',
    itemsRight: '判定正确的条目',
    notAScore: '所有维度合计；不是得分',
    dimensionsNote:
      '分维度运行的条目种类不同，彼此也不独立：测得的结果见下方的能力剖面，`touchstone compare` 逐部分检验各次运行。n 为已判定的条目数；上下界把其余条目全部算作错误或全部算作正确。',
    bestBaseline: (name, rate) => `最好的盲基线 ${name} 达到 ${rate}。`,
    noBaseline: '这些运行中没有盲基线：加入 no-op、random 或 tap-text 的运行，才能看出分数的价值。',
    modesDiffer: (number) => `在另一模式下有 ${number} 个判定不同`,
    profile: '能力剖面',
    profileNote:
      '各项能力分别测量，并与需要全部能力的导航任务并列。单位为百分比，下方为 95 % 区间；上下界：未定项目全部算失败与全部算通过时的数值。',
    profileTitle: (names) => `${names} 的能力剖面雷达图`,
    dimension: '测量项',
    notMeasured: '未测',
    capabilities: '原子能力',
    capabilitiesNote: '智能体走到的里程碑中，每种能力达成的比例。细线表示 95 % 区间。',
    capability: '能力',
    capabilityCell: (reached, counted) => `${reached} / ${counted}`,
    radarTitle: (names) => `${names} 的能力雷达图`,
    noRadar: (least) => `雷达图不含任何一个轴的样本少于 ${least} 个的运行：图形会显得过于确定。`,
    outcomesTitle: '回合的结局',
    outcomesNote: '点选数字可查看对应的回合。',
    endReasons: '回合结束的原因',
    byApp: '按应用',
    byAppNote: '使用该应用的任务中，已判定回合的通过数；一个任务可能用到多个应用。',
    benchmarkTables: '基准自带的表格',
    configuration: '配置',
    configurationNote: '这些运行在以下条目上不同，比较数字时须考虑。',
    configurationSame: '这些运行的配置相同。',
    notes: '备注',
    warnings: '警告',
  },
);
