import { describe, expect, it } from 'vitest';
import { touchCommand, touchOfService } from './touch-command.js';

describe('touchCommand', () => {
  it.each([
    ['input tap 5 6', 'whole'],
    ['input touchscreen -d 0 tap 5 6', 'whole'],
    ['/system/bin/input swipe 1 2 3 4', 'whole'],
    ['cmd input draganddrop 1 2 3 4', 'whole'],
    ['input motionevent DOWN 1 2', 'press'],
    ['input motionevent move 1 2', 'press'],
    ['input motionevent UP 1 2', 'whole'],
    ['input motionevent CANCEL 1 2', null],
    ['input text tap', null],
    ['input keyevent 66', null],
    ['input', null],
    ['cat input', null],
    ['cmd package list', null],
  ])('of %s is %s', (line, expected) => {
    expect(touchCommand(line.split(' '))).toBe(expected);
  });
});

describe('touchOfService', () => {
  it.each([
    ['shell:input tap 5 6', 'whole'],
    ['shell,v2,TERM=xterm,raw:input tap 5 6; sleep 1', 'whole'],
    ["exec:input 'tap' '5' '6'", 'whole'],
    ['shell: A=b input tap 5 6', 'whole'],
    ['shell:input motionevent DOWN 5 6', 'press'],
    ['shell:cat /sdcard/input.txt', null],
    ['shell:sleep 30; input tap 5 6', null],
    ['shell:', null],
    ['sync:', null],
    [`shell:${'A=b '.repeat(50_000)}`, null],
  ])('checks the first command: %#', (service, expected) => {
    expect(touchOfService(service)).toBe(expected);
  });
});
