import { describe, expect, it } from 'vitest';
import { mayRepeat, writtenCall } from './written-call.js';

function called(text: string): ReturnType<typeof writtenCall> {
  return writtenCall({ family: 'mobile_agent_e', name: 'x', text }, 'otherwise');
}

describe('writtenCall', () => {
  it('prints the object as Python does', () => {
    expect(called('{"name":"Type", "arguments":{"text":"it\'s"}}').call).toBe(
      `{'name': 'Type', 'arguments': {'text': "it's"}}`,
    );
    expect(called('{"name":"Home","arguments":null}').call).toBe("{'name': 'Home', 'arguments': None}");
    expect(writtenCall(undefined, 'otherwise')).toEqual({ call: 'otherwise', key: 'otherwise' });
    expect(called('no JSON').call).toBe('otherwise');
  });

  it('takes calls for equal whose arguments print alike', () => {
    const [number, text] = [
      called('{"name":"Tap","arguments":{"x":1}}'),
      called('{"name":"Tap","arguments":{"x":"1"}}'),
    ];
    expect(number.key).toBe('Tap-x-1');
    expect(text.key).toBe(number.key);
    expect(text.call).not.toBe(number.call);
    expect(called('{"name":"Home","arguments":null}').key).toBe('Home-None');
  });

  it('lets swipes and going back be repeated, by the word anywhere', () => {
    expect(['Swipe-x1-1', 'Back-None', 'Type-text-Back to work'].every(mayRepeat)).toBe(true);
    expect(mayRepeat('Tap-x-1-y-2')).toBe(false);
  });
});
