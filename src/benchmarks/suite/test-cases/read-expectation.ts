import { MARK, quotedOf, takeQuotes, type QuotedText } from './quoted-texts.js';

/** The meaning of a written expectation, as far as its words show it. */
export type ExpectationReading =
  /** These texts are to be seen on one page or several; `part` where they need not be all of a node's text. */
  | { readonly type: 'shown'; readonly texts: readonly string[]; readonly part: boolean }
  /** A page of this title is to open. */
  | { readonly type: 'page'; readonly title: string }
  /** An activity is to be in front. */
  | { readonly type: 'activity'; readonly activity: string }
  /** Something of this name is to be in a state. */
  | {
      readonly type: 'state';
      readonly name: string;
      readonly attribute: 'checked' | 'selected' | 'enabled';
      readonly value: 'true' | 'false';
    }
  /** A text is to be typed. */
  | { readonly type: 'typed'; readonly text: string }
  /** Somebody has to say it; `note` where it is clear why. */
  | { readonly type: 'unclear'; readonly note?: string };

/** Longest expectation that is read. */
const LONGEST = 400;
/** Most words of a name that stands without quotes. */
const MOST_WORDS = 5;

const ABSENT =
  /\b(?:not|no|never|cannot|without|nothing|none|disappears?|disappeared|hidden|gone|removed|deleted|absent|missing|closes|closed|dismissed)\b|n['’]t\b|不|未|没有|消失|隐藏|移除|删除|关闭/iu;
const EITHER = /\b(?:or|either)\b|或/iu;

const BE =
  '(?:(?:is|are|was|be|becomes?|remains?|stays?|gets?|should|must|will|now|still|successfully|correctly|set to|switched|turned)\\s+)+';
const KIND_OF_PAGE = '(?:page|screen|view|dialog(?:ue)?|dialog box|pop-?up|window|panel|activity)';
const OPENS =
  '(?:opens?|opened|displayed|displays?|shown|shows?|appears?|appeared|loads?|loaded|visible|launched|launches|presented|up)';
const KIND_OF_PAGE_ZH = '(?:页面|界面|窗口|弹窗|弹框|对话框|屏幕|页)';
const SEEN = new RegExp(
  `\\b(?:displayed|displays?|shown|shows?|visible|appears?|present|seen|sees?|reads?|says?|contains?|includes?|listed|message|toast|titled?|prompts?|prompted)\\b|显示|展示|出现|可见|看到|弹出|提示|包含|标题|文案|内容|为`,
  'iu',
);
const PART =
  /\b(?:contains?|includes?|including|message|toast|reads?|says?|starts with|ends with)\b|包含|提示|含有/iu;
const TYPED = /\b(?:typed|entered|filled in)\b|输入了|已输入|填入/iu;

/** Reads what an expectation says, in English or Chinese. What it cannot tell for sure it leaves to a person. */
export function readExpectation(written: string): ExpectationReading {
  if (written.length > LONGEST) return { type: 'unclear', note: 'it says many things; take it apart' };
  const quoted = takeQuotes(written.trim());
  const text = quoted.text.replace(/\s+/g, ' ').replace(/[\s.!。！；;]+$/u, '');
  return (
    readActivity(text) ??
    readState(text, quoted) ??
    readAbsence(text) ??
    readPage(text, quoted) ??
    readTyped(text, quoted) ??
    readShown(text, quoted) ?? { type: 'unclear' }
  );
}

function readActivity(text: string): ExpectationReading | null {
  const match = /(?:^|[\s/(（：:])((?:[a-z]\w*\.)*\.?[A-Z]\w*Activity)\b/u.exec(text);
  if (match?.[1] === undefined || ABSENT.test(text) || EITHER.test(text)) return null;
  return { type: 'activity', activity: match[1] };
}

const STATES: readonly {
  readonly pattern: RegExp;
  readonly attribute?: 'selected';
  readonly value: boolean;
}[] = [
  { pattern: /^(?:unchecked|unticked|not checked|not ticked|off|disabled|deactivated)$/iu, value: false },
  { pattern: /^(?:checked|ticked|on|enabled|activated)$/iu, value: true },
  { pattern: /^(?:unselected|deselected|not selected)$/iu, value: false, attribute: 'selected' },
  { pattern: /^(?:selected|highlighted)$/iu, value: true, attribute: 'selected' },
  {
    pattern: /^(?:未选中|未勾选|未被选中|未被勾选|没有选中|取消选中|取消勾选|关闭|禁用|停用)$/u,
    value: false,
  },
  { pattern: /^(?:选中|勾选|打开|开启|启用)$/u, value: true },
];
const STATE_EN = new RegExp(
  `^(?:the )?(.{1,80}?) ${BE}(not checked|not ticked|not selected|unchecked|unticked|unselected|deselected|checked|ticked|selected|highlighted|enabled|disabled|activated|deactivated|on|off)$`,
  'iu',
);
const STATE_ZH =
  /^(.{1,80}?)(?:变为|变成|处于|状态为|应为|应该|应|已经|已|为|是)*(?:被)?(未被选中|未被勾选|未选中|未勾选|没有选中|取消选中|取消勾选|选中|勾选|打开|开启|启用|关闭|禁用|停用)(?:了)?(?:的)?(?:状态)?$/u;
/** What a name is called after: "the Bluetooth switch". */
const THING =
  /\s*(?:toggle|switch|check ?box|option|radio button|radio|setting|item|entry|开关|复选框|单选框|选项|设置项)$/iu;
const BUTTON = /\s*(?:button|link|field|按钮|链接|输入框)$/iu;
const TAB = /\s*(?:tab|标签页|标签)$/iu;

const A_PAGE = new RegExp(`\\b${KIND_OF_PAGE}$|页面|界面|窗口|弹窗|弹框|对话框|屏幕|页$`, 'iu');

function readState(text: string, quoted: QuotedText): ExpectationReading | null {
  const match = STATE_EN.exec(text) ?? STATE_ZH.exec(text);
  const [, subject = '', word = ''] = match ?? [];
  const state = STATES.find(({ pattern }) => pattern.test(word));
  // A page that is open is no switch.
  if (state === undefined || A_PAGE.test(subject)) return null;
  if (ABSENT.test(subject) || EITHER.test(text)) return null;
  const name = nameOf(subject.replace(THING, '').replace(BUTTON, '').replace(TAB, ''), quoted);
  if (name === null) return null;
  const value = state.value ? 'true' : 'false';
  // A button is enabled, a switch is on; a tab is selected, an entry of a list that is chosen is checked.
  if (BUTTON.test(subject)) {
    return /able|disable|用/iu.test(word) ? { type: 'state', name, attribute: 'enabled', value } : null;
  }
  const attribute = TAB.test(subject) ? 'selected' : 'checked';
  return { type: 'state', name, attribute, value };
}

function readAbsence(text: string): ExpectationReading | null {
  if (!ABSENT.test(text)) return null;
  return {
    type: 'unclear',
    note: 'rules say what is there, not what is missing: name something that shows only then, or say not_checked',
  };
}

const PAGES: readonly RegExp[] = [
  new RegExp(`^(?:the |a |an )?(.{1,80}?) ${KIND_OF_PAGE} (?:${BE})?${OPENS}$`, 'iu'),
  new RegExp(
    `^(?:the |a |an )?${KIND_OF_PAGE} (?:titled |called |named |of )?(${MARK}) (?:${BE})?${OPENS}$`,
    'iu',
  ),
  new RegExp(
    `^.{0,40}?\\b(?:taken|redirected|navigated|returned|returns?|brought|lands?|goes) (?:back )?(?:to|on) (?:the )?(.{1,80}?)(?: ${KIND_OF_PAGE})?$`,
    'iu',
  ),
  new RegExp(
    `^.{0,12}?(?:进入|跳转到|跳转至|跳转|打开|返回到|返回|回到|显示|展示|弹出)(?:了)?(.{1,40}?)${KIND_OF_PAGE_ZH}$`,
    'u',
  ),
  new RegExp(
    `^(.{1,40}?)${KIND_OF_PAGE_ZH}(?:被|已经|已|正常|成功|可以|能够|能)*(?:打开|显示|展示|出现|弹出)$`,
    'u',
  ),
];

function readPage(text: string, quoted: QuotedText): ExpectationReading | null {
  if (EITHER.test(text)) return null;
  for (const pattern of PAGES) {
    const match = pattern.exec(text);
    if (match === null) continue;
    const title = nameOf(match[1] ?? '', quoted);
    if (title !== null) return { type: 'page', title };
  }
  return null;
}

function readTyped(text: string, { quoted }: QuotedText): ExpectationReading | null {
  const [only, ...more] = quoted;
  if (only === undefined || more.length > 0 || !TYPED.test(text)) return null;
  return { type: 'typed', text: only };
}

function readShown(text: string, { quoted }: QuotedText): ExpectationReading | null {
  if (quoted.length === 0 || EITHER.test(text)) return null;
  const isAlone = new RegExp(`^${MARK}$`, 'u').test(text);
  if (!isAlone && !SEEN.test(text)) return null;
  return { type: 'shown', texts: [...new Set(quoted)], part: PART.test(text) };
}

/** The name that words are: a quoted part with nothing telling around it, or a few words; null where it is neither. */
function nameOf(words: string, quoted: QuotedText): string | null {
  const text = words.trim().replace(/^(?:the|a|an)\s+/iu, '');
  const mark = new RegExp(MARK, 'u').exec(text)?.[0];
  if (mark !== undefined)
    return text.length <= 40 && text.match(new RegExp(MARK, 'gu'))?.length === 1
      ? quotedOf(quoted, mark)
      : null;
  if (text === '' || text.split(' ').length > MOST_WORDS) return null;
  // "It", "this" and "new" name nothing.
  return /^(?:it|this|that|they|which|there|new|next|correct|following|其|该|新|下一|相应|对应)$/iu.test(text)
    ? null
    : text;
}
