import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseTreeRules } from '../../../evaluators/tree-rules/rule.js';
import { proposeRules } from './propose-rule.js';
import { readExpectation } from './read-expectation.js';

/** A reading in short. */
function short(written: string): string {
  const reading = readExpectation(written);
  switch (reading.type) {
    case 'shown':
      return `${reading.part ? 'part' : 'shown'} ${reading.texts.join(' + ')}`;
    case 'page':
      return `page ${reading.title}`;
    case 'activity':
      return `activity ${reading.activity}`;
    case 'state':
      return `${reading.name} ${reading.attribute}=${reading.value}`;
    case 'typed':
      return `typed ${reading.text}`;
    case 'unclear':
      return 'unclear';
    default:
      return reading satisfies never;
  }
}

describe('readExpectation', () => {
  it.each([
    ['“Dark” is shown', 'shown Dark'],
    ['"A", `B` and \'C\' are listed.', 'shown A + B + C'],
    ['The error message "Wrong password" is displayed', 'part Wrong password'],
    ['"Welcome"', 'shown Welcome'],
    ['显示“主题”', 'shown 主题'],
    ['提示「密码错误」。', 'part 密码错误'],
    ['The page "Settings" opens', 'page Settings'],
    ['Home screen is displayed', 'page Home'],
    ['User is taken to the Display page', 'page Display'],
    ['进入设置页面', 'page 设置'],
    ['跳转到“登录”页', 'page 登录'],
    ['设置页面正常打开', 'page 设置'],
    ['.WorldClockActivity opens', 'activity .WorldClockActivity'],
    ['com.a.b/.MainActivity is in front', 'activity .MainActivity'],
    ['"Dark" is checked', 'Dark checked=true'],
    ['“Light” is not checked.', 'Light checked=false'],
    ['Bluetooth is turned on', 'Bluetooth checked=true'],
    ['The Wi-Fi toggle is off', 'Wi-Fi checked=false'],
    ['The “Today” tab is selected', 'Today selected=true'],
    ['The Submit button is disabled', 'Submit enabled=false'],
    ['“深色”处于选中状态', '深色 checked=true'],
    ['“浅色”未被选中', '浅色 checked=false'],
    ['蓝牙开关关闭', '蓝牙 checked=false'],
    ['“abc” is typed into the field', 'typed abc'],
  ])('reads %s', (written, reading) => {
    expect(short(written)).toBe(reading);
  });

  it.each([
    'Works as expected',
    'It is selected',
    'The new page opens',
    'All items are displayed correctly',
    "The user's name is shown",
    '"A" or "B" is shown',
    'Error message is not displayed',
    'The "Save" button disappears',
    '“错误”不显示',
    '没有声音',
    '',
    'x'.repeat(500),
  ])('leaves to a person: %s', (written) => {
    expect(short(written)).toBe('unclear');
  });

  it('proposes rules of the right shape alone, for any text', () => {
    const words = fc.constantFrom(
      ...'The "Dark" “a_b” page is not shown checked on off MainActivity 进入 页面 “ \' 选中 关闭 toggle button contains typed opens or . \uE000'.split(
        ' ',
      ),
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(words, fc.string())), (parts) => {
        const { candidates } = proposeRules(parts.join(' '));
        if (candidates.length > 0) expect(parseTreeRules(candidates, 'x')).toEqual(candidates);
      }),
    );
  });

  it('takes no longer for hostile texts than for others', () => {
    for (const text of [
      'the '.repeat(100),
      '"'.repeat(400),
      'is '.repeat(130),
      '“”'.repeat(199),
      "a'".repeat(200),
    ]) {
      // Texts of this length are refused beyond: so many of them take minutes where a pattern goes back.
      for (let turn = 0; turn < 300; turn += 1) expect(readExpectation(text).type).toBe('unclear');
    }
    expect(readExpectation('is on '.repeat(100_000)).type).toBe('unclear');
  });
});
