/**
 * The words of results that need explaining, each with one sentence per language: the one source of tooltips in HTML, of
 * footnotes under tables, of `--help`, and of docs/concepts.md.
 */

/** A word as it stands in tables, and what it means. */
export interface GlossaryEntry {
  /** As tables and headings spell it. */
  readonly word: string;
  readonly en: string;
  readonly zh: string;
}

export const GLOSSARY = {
  n: {
    word: 'n',
    en: 'Items that were judged.',
    zh: '已判定的项目数。',
  },
  voided: {
    word: 'voided',
    en: 'Not judged, since the model, the phone or the disk failed and not the agent; outside n.',
    zh: '因模型、手机或磁盘出错（而非智能体）未判定；不计入 n。',
  },
  bounds: {
    word: 'bounds',
    en: 'The rate had all items without a verdict failed, and had all passed.',
    zh: '假如没有判定的项目全部失败、以及全部通过时的比率。',
  },
  interval: {
    word: '95 %',
    en: 'The interval that holds the true value in 95 of 100 such experiments: the wider, the less is known.',
    zh: '在 100 次此类实验中有 95 次包含真实值的区间：越宽，所知越少。',
  },
  completion: {
    word: 'completion',
    en: 'How much of a task was reached on average, such as the share of its milestones; success counts whole tasks alone.',
    zh: '平均完成任务的多少，例如里程碑的占比；成功率只计完整完成的任务。',
  },
  mainMetric: {
    word: 'main metric',
    en: "The number that the benchmark's own paper ranks by, next to success, such as AMS: the share of steps that match.",
    zh: '基准自己的论文用来排名的数字（成功率之外），如 AMS：与录制相符的步骤占比。',
  },
  passAny: {
    word: 'pass@k',
    en: 'Share of tasks of which at least one of k repeats passes.',
    zh: 'k 次重复中至少一次通过的任务占比。',
  },
  passAll: {
    word: 'pass^k',
    en: 'Share of tasks of which all k repeats pass.',
    zh: 'k 次重复全部通过的任务占比。',
  },
  points: {
    word: 'points',
    en: 'Percentage points: from 40 % to 50 % is a difference of 10 points.',
    zh: '百分点：从 40 % 到 50 % 相差 10 个百分点。',
  },
  p: {
    word: 'p',
    en: 'How often chance alone would give two equally good agents a difference at least as large; below 0.05 counts as shown.',
    zh: '两个智能体同样好时，偶然出现至少这么大差异的概率；低于 0.05 视为已显示。',
  },
  holm: {
    word: 'p (Holm)',
    en: "p after Holm's correction for all comparisons made together, since one of many is soon low by chance.",
    zh: '对一起做的所有比较作 Holm 校正后的 p，因为多次之中总会有一次碰巧很低。',
  },
  detectable: {
    word: 'detectable',
    en: 'The smallest difference that a comparison of this size finds four times out of five.',
    zh: '这种规模的比较五次中有四次能发现的最小差异。',
  },
  flipped: {
    word: 'flipped',
    en: 'Mostly failed under one run and mostly passed under the other.',
    zh: '在一次运行中多数未通过，在另一次中多数通过。',
  },
  units: {
    word: 'units',
    en: 'What is independent of each other, such as questions, recordings or apps; items of one unit resemble each other.',
    zh: '彼此独立的单元，如问题、录制或应用；同一单元的各项彼此相似。',
  },
  baseline: {
    word: 'blind baseline',
    en: 'An agent that is not shown the screenshot: tasks it solves can be solved by guessing.',
    zh: '看不到截图的智能体：它能完成的任务靠猜也能完成。',
  },
  oracle: {
    word: 'oracle',
    en: 'An agent that is shown the route and the success rule: an upper limit, no competitor.',
    zh: '能看到路线和成功规则的智能体：只是上限，不参与竞争。',
  },
  mode: {
    word: 'mode',
    en: 'reference repeats the published scoring code bit for bit, corrected repairs its known errors.',
    zh: 'reference 逐位重现已发表的评分代码，corrected 修正其已知错误。',
  },
  original: {
    word: 'original, repaired',
    en: 'original: replies as they were given; repaired: after a second model put unreadable ones into the form asked for.',
    zh: 'original：原始回复；repaired：由第二个模型把无法读取的回复整理成要求的格式之后。',
  },
  planning: {
    word: 'continue, stop, perfect',
    en: 'Planning judges every screen of a recording: continue where the task is not done yet, stop where it is; perfect: all screens of the recording right.',
    zh: '规划逐屏判断录制：任务未完成处应继续（continue），完成处应停止（stop）；perfect：整个录制每屏都判对。',
  },
  navigation: {
    word: 'SR, ACP',
    en: 'SR: success rate, the share of tasks solved; ACP: average completion, the mean share of their rules that hold.',
    zh: 'SR：成功率，即完成任务的占比；ACP：平均完成度，即规则成立的平均占比。',
  },
} as const satisfies Readonly<Record<string, GlossaryEntry>>;

export type GlossaryTerm = keyof typeof GLOSSARY;

/** What is noted of an answer that was read although it was not exactly in the form asked for, by code. */
export const READING_WARNINGS = {
  extra_text: {
    en: 'There was text around the action; it was passed over.',
    zh: '动作前后有多余文字，已略过。',
  },
  extra_actions: {
    en: 'There was more than one action; one was taken, as this format rules.',
    zh: '有不止一个动作；按此格式的规则取了一个。',
  },
  missing_tag: { en: 'A tag that the format asks for was missing.', zh: '缺少格式要求的标签。' },
  lenient_label: {
    en: 'A label was missing, or not written where the format wants it.',
    zh: '标签缺失，或不在格式要求的位置。',
  },
  code_fence: { en: 'The answer stood in a Markdown code block.', zh: '回答写在 Markdown 代码块中。' },
  case: { en: 'Capital and small letters were not those of the format.', zh: '大小写与格式不符。' },
  alias_name: { en: 'The action went by another name than in the format.', zh: '动作用了格式之外的名称。' },
  alias_argument: {
    en: 'An argument went by another name than in the format.',
    zh: '参数用了格式之外的名称。',
  },
  unquoted_name: { en: 'A name stood without its quotes.', zh: '名称没有加引号。' },
  single_quotes: {
    en: 'Single quotes stood where the format wants double ones.',
    zh: '用了单引号而非双引号。',
  },
  unescaped_quote: { en: 'A quote within a text was not escaped.', zh: '文本中的引号没有转义。' },
  enclosing_quotes_removed: { en: 'Quotes around a text were taken off.', zh: '去掉了文本两端的引号。' },
  trailing_comma: { en: 'A comma followed the last entry.', zh: '最后一项之后有逗号。' },
  double_braces: { en: 'Braces were written twice.', zh: '花括号写了两层。' },
  fullwidth: { en: 'Full-width signs stood for plain ones.', zh: '用了全角符号。' },
  stringified_arguments: { en: 'The arguments were JSON inside a text.', zh: '参数是放在文本里的 JSON。' },
  string_coordinate: { en: 'Coordinates were written as text.', zh: '坐标写成了文本。' },
  float_coordinate: { en: 'Coordinates had decimals.', zh: '坐标带有小数。' },
  box_for_point: {
    en: 'A box was given for a point; its centre was taken.',
    zh: '给出的是方框而非点；取其中心。',
  },
  out_of_bounds: { en: 'A position lies outside the range of the format.', zh: '位置超出格式规定的范围。' },
  zero_length_path: { en: 'A swipe began and ended at one point.', zh: '滑动的起点与终点相同。' },
  default_duration: {
    en: 'No duration was given; the usual one was taken.',
    zh: '没有给出时长；取了常用值。',
  },
  repaired: {
    en: 'A second model put the answer into the form asked for.',
    zh: '由第二个模型把回答整理成要求的格式。',
  },
  malformed_reflection: {
    en: "The agent's reflection on the step could not be read.",
    zh: '智能体对该步骤的反思无法读取。',
  },
} as const satisfies Readonly<Record<string, Pick<GlossaryEntry, 'en' | 'zh'>>>;

/** The entry that explains a heading or a word of a table, such as `Bounds`, `pass@3` or `SR`; null where none does. */
export function findTerm(text: string): GlossaryTerm | null {
  const word = text.toLowerCase().replace(/^(pass[@^])\d+$/, '$1k');
  return TERM_OF_WORD.get(word) ?? null;
}

const TERM_OF_WORD: ReadonlyMap<string, GlossaryTerm> = new Map(
  // The keys of an object literal of this module, which no other code can widen.
  (Object.keys(GLOSSARY) as GlossaryTerm[]).flatMap((name) =>
    GLOSSARY[name].word
      .toLowerCase()
      .split(', ')
      .map((word) => [word, name] as const),
  ),
);

/** A footnote that explains some of the words: `n: …. Bounds: ….` */
export function explain(...terms: readonly GlossaryTerm[]): string {
  return terms.map(footnote).join(' ');
}

/** Signs that are words as they are, at the start of a sentence too. */
const SIGN = /^(?:[np]$|p \(|pass[@^])/;

function footnote(name: GlossaryTerm): string {
  const { word, en } = GLOSSARY[name];
  // Where several words share a sentence, it names each itself.
  if (word.includes(', ')) return capital(en);
  return `${SIGN.test(word) ? word : capital(word)}: ${en.charAt(0).toLowerCase()}${en.slice(1)}`;
}

function capital(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}
