import { describe, expect, it } from 'vitest';
import { lastLine } from './last-line.js';

describe('lastLine', () => {
  it.each([
    ['one line', 'my key is gone\n', 'my key is gone'],
    ['nothing', ' \n\n', ''],
    [
      'a stack of Python',
      'Traceback (most recent call last):\n  File "a.py", line 1, in <module>\n    f()\nValueError: no such app\n',
      'ValueError: no such app',
    ],
    [
      'an error of Node.js',
      "/a.js:1\nthrow e\n^\n\nError: spawn adb ENOENT\n    at f (/a.js:1:2) {\n  errno: -2,\n  code: 'ENOENT'\n}\n\nNode.js v22.1.0\n",
      'Error: spawn adb ENOENT',
    ],
    [
      'a stack of Java',
      'Exception in thread "main" java.lang.Error: x\n\tat A.main(A.java:1)\n',
      'Exception in thread "main" java.lang.Error: x',
    ],
    ['colours and a progress bar', '10 %\r90 %\r\u001B[31mout of memory\u001B[0m\n', 'out of memory'],
    ['nothing but indented lines', '  a\n  b\n', 'b'],
  ])('finds what %s says', (_, output, said) => {
    expect(lastLine(output)).toBe(said);
  });

  it('cuts a line that is too long', () => {
    expect(lastLine('x'.repeat(5000))).toMatch(/^x{300}…$/);
  });
});
