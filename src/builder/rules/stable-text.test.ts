import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isStableId, stableText } from './stable-text.js';

describe('the stable part of a text', () => {
  it('is the whole of what does not change by itself', () => {
    for (const text of ['Dark theme', '5 minutes', 'Wi-Fi', '深色主题']) {
      expect(stableText(text)).toEqual({ match: 'equal', text });
    }
  });

  it('leaves out times, dates, amounts, counts and addresses', () => {
    expect(stableText('Inbox (12)')).toEqual({ match: 'include', text: 'Inbox' });
    expect(stableText('Alarm, 06:45 AM, weekdays')).toEqual({ match: 'include', text: 'weekdays' });
    expect(stableText('Signed in as ana@example.org')).toEqual({ match: 'include', text: 'Signed in as' });
    expect(stableText('Total $12.90')).toEqual({ match: 'include', text: 'Total' });
    for (const text of ['10:31', '87%', '$4.00', 'Oct 14, 2025', '…', '1,204'])
      expect(stableText(text)).toBeNull();
  });

  it('is always a part of the text', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 90 }), (text) => {
        const stable = stableText(text);
        return (
          stable === null || (stable.match === 'equal' ? stable.text === text : text.includes(stable.text))
        );
      }),
    );
  });
});

describe('a resource id', () => {
  it('counts unless a tool has written it', () => {
    expect(['com.app:id/title', 'id/timeout_radio'].every(isStableId)).toBe(true);
    expect(['', 'com.app:id/0_resource_name_obfuscated', 'a.b:id/a1', 'x:id/12'].some(isStableId)).toBe(
      false,
    );
  });
});
