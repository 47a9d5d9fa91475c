import type { TestCase } from '../../../domain/test-case.js';

/** What titles of test cases begin with before they say what is done. */
const OPENINGS: readonly RegExp[] = [
  /^(?:to\s+)?(?:verify|check|validate|ensure|confirm|test|make sure|tc|test case)\b[\s:：-]*(?:that\s+|whether\s+|if\s+|the ability to\s+)?/iu,
  /^(?:the\s+|a\s+)?(?:user|customer|tester)s?\s+(?:can|could|should|must|may|is able to|are able to|should be able to|will be able to)\s+(?:be able to\s+)?(?:successfully\s+)?/iu,
  /^(?:can|able to|should be able to)\s+/iu,
  /^(?:验证|检查|校验|测试|确认|确保)(?:一下)?[:：\s]*/u,
  /^(?:用户|客户)?(?:是否)?(?:可以|能够|能|可)(?:正常|成功)?/u,
];

/** Words that a goal begins with, in English; a title that begins with none of them names a thing, not a goal. */
const VERBS = new Set(
  `accept activate add adjust answer apply approve archive arrange assign attach book bookmark browse buy call cancel
  change check choose clear click close compare complete compose configure confirm connect copy create cut deactivate
  decline delete deny deselect disable disconnect dismiss download drag edit empty enable end enter export favourite
  favorite fill filter find finish follow forward get give go hide import increase decrease insert install invite join
  launch leave like link list listen load lock log login logout look lower make mark merge message mute navigate open
  order paste pause pay pick pin place play post press print publish raise read receive record refresh register
  reject remove rename reorder replace reply report request reschedule reserve reset resize restart restore resume
  return save scan schedule scroll search see select send set share show sign sort start stop submit subscribe swipe
  switch sync take tap toggle track transfer translate turn type undo unfollow uninstall unlike unlock unmute unpin
  unsubscribe update upgrade upload use view visit walk watch write zoom`.split(/\s+/),
);
const HAN = /\p{Script=Han}/u;

/** The language that a test case is written in: Chinese where it holds Chinese characters, English otherwise. */
export function languageOf({ title, steps }: TestCase): 'en' | 'zh' {
  return HAN.test([title, ...steps.map(({ action }) => action)].join('')) ? 'zh' : 'en';
}

/**
 * The goal of a test case, as one would ask for it: its title (or objective) without "Verify that the user can", and the data
 * to use. A title that names a thing and no goal is followed by the steps in one sentence.
 */
export function goalInstruction(testCase: TestCase): string {
  const isChinese = languageOf(testCase) === 'zh';
  const goal = [testCase.title, testCase.objective ?? ''].map(withoutOpening).find(isGoal);
  const stop = isChinese ? '。' : '.';
  const data = testCase.steps.flatMap((step) => (step.data === undefined ? [] : [oneLine(step.data)]));
  if (goal === undefined) {
    const steps = testCase.steps.map(({ action, data: own }) =>
      ended(own === undefined ? oneLine(action) : `${oneLine(action)} (${oneLine(own)})`, ''),
    );
    const title = ended(oneLine(testCase.title), '');
    return isChinese ? `${title}：${steps.join('；')}。` : `${title}: ${steps.join('; then ')}.`;
  }
  const sentence = ended(goal, stop);
  if (data.length === 0) return sentence;
  const used = data.map((text) => ended(text, '')).join(isChinese ? '；' : '; ');
  return isChinese ? `${sentence}使用：${used}。` : `${sentence} Use: ${used}.`;
}

function withoutOpening(title: string): string {
  let text = oneLine(title);
  for (const opening of OPENINGS) text = text.replace(opening, '');
  if (text === '') return oneLine(title);
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}

function isGoal(text: string): boolean {
  if (HAN.test(text)) return text.length > 3;
  const words = text.toLowerCase().match(/\p{L}[\p{L}-]*/gu) ?? [];
  return words.length > 1 && VERBS.has(words[0] ?? '');
}

function oneLine(text: string): string {
  return text.replace(/\s*\n\s*/g, '; ').trim();
}

/** A sentence with this end in place of its own. */
function ended(text: string, end: string): string {
  return `${text.replace(/[\s.。;；,，]+$/u, '')}${/[!?！？]$/u.test(text) && end !== '' ? '' : end}`;
}
