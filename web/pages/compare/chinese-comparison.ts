import type { PointsSpread } from '../../../src/metrics/tables/points.js';
import {
  metricName,
  type ComparisonWords,
  type Side,
  type StatedDifference,
} from '../../../src/metrics/comparison/comparison-text.js';
import type { ComparisonFacts } from '../../../src/metrics/comparison/comparison-facts.js';
import type { ComparisonTest } from '../../../src/metrics/comparison/paired-comparison.js';

const METRICS = { success: '成功率', completion: '完成度', main: '主要指标' } as const;

/** The sentences of a comparison in Chinese. */
export const CHINESE_COMPARISON: ComparisonWords = {
  shown: (difference) => `${placed(difference, metricName(difference, METRICS))}${certainty(difference)}。`,
  notShown: (difference) =>
    `${difference.a} 与 ${difference.b} 之间未显示出${metricName(difference, METRICS)}差异：${placed(difference)}${certainty(difference)}。`,
  notComparable: (a, b) => `${a} 与 ${b} 无法比较：没有两边都已判定的任务。`,
  meaning: (difference, isShown) => `换言之：${inEverydayWords(difference, isShown)}`,
  onlyInterval: (isCorrected) =>
    isCorrected ? '单看此比较，区间不含 0；按比较次数校正后，检验不显著。' : '区间不含 0，但精确检验不显著。',
  detectable: (by, family) =>
    `若任务间的差异如此处，这样的设计${family === 1 ? '' : `（同时另做 ${family - 1} 次比较）`}五次中有四次能发现 ${by} 个百分点以上的差异。`,
  effort: ({ repeats, repeatsAtLeast, tasks }, by) =>
    repeats === null
      ? `要发现 ${by} 个百分点的差异，只增加重复不够：约需 ${tasks} 个任务。`
      : `要发现 ${by} 个百分点的差异，每个任务需${repeatsAtLeast ? '至少 ' : ' '}${repeats} 次重复，或约 ${tasks} 个任务。`,
  equivalence: ({ a, b, finding, margin, spread, confidence }) => {
    const range = spread === null ? '' : `（${confidence} % ${spreadText(spread)}）`;
    if (finding === 'equivalent') return `${b} 与 ${a} 在 ${margin} 个百分点内等效${range}。`;
    if (finding === 'open') return `${b} 与 ${a} 是否相差不到 ${margin} 个百分点，尚无定论${range}。`;
    return `${b} 不比 ${a} ${finding === 'not_worse' ? '差' : '好'} ${margin} 个百分点以上${range}。`;
  },
  leftOut: ({ a, b, onlyInA, onlyInB }) =>
    `${a} 与 ${b}，未计入的任务：${[
      ...(onlyInA === 0 ? [] : [`只在 ${a} 判定的 ${onlyInA} 个`]),
      ...(onlyInB === 0 ? [] : [`只在 ${b} 判定的 ${onlyInB} 个`]),
    ].join('，')}。`,
  withinBounds: (b, a, worst, best) =>
    `若全部未知项都对 ${b} 不利，它${relativeTo(worst, a)}；若都对它有利，则${relativeTo(best, a)}。`,
  tested: (test, facts) => TESTED[test](facts),
  corrected: (family, together) =>
    family === 1
      ? '只做了一次比较，p 无需校正。'
      : `共同做了 ${family} 次比较：p 已据此校正（Holm），区间只属于本次比较。${together === null ? '' : `与其他比较同时成立的区间：${spreadText(together)}。`}`,
  chance: (p) => `假如两者一样好，${ofThousand(p)}此类比较会碰巧出现同样大或更大的差异。`,
};

function placed({ a, b, side, by }: StatedDifference, of = ''): string {
  return side === 0 ? `${b} 与 ${a} ${of}相同` : `${b} 的${of || '值'}比 ${a} ${way(side)} ${by} 个百分点`;
}

function certainty({ spread, p }: StatedDifference): string {
  return `，${[spread === null ? '没有区间' : `95 % ${spreadText(spread)}`, ...(p === null ? [] : [p])].join('，')}`;
}

function spreadText(spread: PointsSpread): string {
  return spread.type === 'same'
    ? `${spread.from} 至 ${spread.to}`
    : `从低 ${spread.below} 到高 ${spread.above}`;
}

function way(side: -1 | 0 | 1): string {
  return side < 0 ? '低' : '高';
}

function relativeTo({ side, by }: Side, a: string): string {
  return side === 0 ? `与 ${a} 相同` : `比 ${a} ${way(side)} ${by} 个百分点`;
}

function ofHundred({ a, b, side, by, spread }: StatedDifference, isShown: boolean): string {
  const word = side < 0 ? '少' : '多';
  const likely = spread?.type === 'same' ? `${word} ${whole(spread.from)} 至 ${whole(spread.to)} 个` : null;
  if (isShown && likely !== null)
    return `每 100 个此类任务中，${b} 比 ${a} 约${word}完成 ${whole(by)} 个；${likely}也与数据相符。`;
  if (likely !== null) return `每 100 个此类任务中，${b} 可能比 ${a} ${likely}，但不能排除偶然。`;
  const [below, above] = spread?.type === 'both' ? [spread.below, spread.above] : ['0', '0'];
  return `每 100 个此类任务中，${b} 可能比 ${a} 少完成 ${whole(below)} 个，也可能多完成 ${whole(above)} 个；这些数据说明不了哪个更好。`;
}

function inEverydayWords(difference: StatedDifference, isShown: boolean): string {
  if (difference.metric === 'success') return ofHundred(difference, isShown);
  const { mainMetric, a, b, meanA, meanB } = difference;
  const share = (mean: number | null): string => `${((mean ?? 0) * 100).toFixed(0)} %`;
  const end = isShown ? '。' : '；这些数据说明不了哪个更好。';
  return mainMetric === null || mainMetric.average === 'completion'
    ? `平均每个任务，${a} 完成 ${share(meanA)}，${b} 完成 ${share(meanB)}${end}`
    : `${mainMetric.name}：${a} 为 ${share(meanA)}，${b} 为 ${share(meanB)}${end}`;
}

function whole(points: string): string {
  return Number(points).toFixed(0);
}

function ofThousand(p: number): string {
  const times = Math.round(p * 1000);
  return times < 1 ? '每 1000 次中不到 1 次' : times >= 1000 ? '几乎每次' : `每 1000 次中约有 ${times} 次`;
}

const WORTH = 'Tango 区间，以差值相当的单次尝试数计';

const TESTED: Readonly<Record<ComparisonTest, (facts: ComparisonFacts) => string>> = {
  mcnemar: (facts) =>
    `${facts.tasks} 个任务各由两边尝试一次。${ahead(facts)}只有结果不同的任务能说明哪个更好：精确 McNemar 检验，Tango 区间。`,
  student: (facts) =>
    `${facts.tasks} 个任务各计一次，取两边均值之差。${ahead(facts)}Student 配对检验；${WORTH}。`,
  weighted: (facts) =>
    `${facts.tasks} 个任务各取两边均值之差，按其在主要指标中的份量（如步数）加权。${ahead(facts)}Student 配对检验；${WORTH}。`,
  clustered: ({ tasks, clusters }) =>
    `两边都已判定 ${clusters} 个单元（问题、录制、应用）中的 ${tasks} 项。同一单元的各项彼此相似，因此以单元计数：按单元聚类的 Student 检验；${WORTH}。`,
  sign: (facts) => `${ahead(facts)}有差异的任务差值都相同，只剩方向可检验：精确符号检验；${WORTH}。`,
};

function ahead({ a, b, tasks, aAhead, bAhead }: ComparisonFacts): string {
  return `${a} 在 ${aAhead} 个任务上更好，${b} 在 ${bAhead} 个上更好，${tasks - aAhead - bAhead} 个相同。`;
}
