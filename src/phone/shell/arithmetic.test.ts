import { describe, expect, it } from 'vitest';
import { ArithmeticError, calculate } from './arithmetic.js';

function valueOf(text: string, values: Readonly<Record<string, string>> = {}): number {
  const variables = new Map(Object.entries(values));
  return calculate(text, {
    get: (name) => variables.get(name),
    set: (name, value) => variables.set(name, value),
  });
}

describe('calculate', () => {
  // Each value differs from the one that any other order of the two operators gives; C and bash calculate the same.
  it.each([
    ['2+3*4', 14],
    ['2*3+4', 10],
    ['7-4/2', 5],
    ['9+7%4', 12],
    ['1<<2+1', 8],
    ['64>>4-1', 8],
    ['1+1<<2', 8],
    ['1<1<<1', 1],
    ['4>8>>2', 1],
    ['2==1<2', 0],
    ['0!=3>=2', 1],
    ['2&2==2', 0],
    ['6&3^7', 5],
    ['7^6&3', 5],
    ['3^1|1', 3],
    ['2|1^3', 2],
    ['2|0&&0', 0],
    ['4|1&&2', 1],
    ['1||0&&0', 1],
    ['0&&0||1', 1],
    ['0||0?3:4', 4],
    ['10-4-3', 3],
    ['64/4/2', 8],
    ['1<<2<<1', 8],
    ['64>>2>>1', 8],
    ['3>2>1', 0],
    ['-2+3', 1],
    ['!0+1', 2],
    ['~1*2', -4],
    ['1?2:3?4:5', 2],
    ['1?0:1?4:5', 0],
  ])('binds %s as C does', (text, value) => {
    expect(valueOf(text)).toBe(value);
  });

  it('assigns only in what it calculates', () => {
    expect(valueOf('0&&(x=5),x', { x: '1' })).toBe(1);
    expect(valueOf('1&&(x=5),x', { x: '1' })).toBe(5);
    expect(valueOf('1||(x=5),x', { x: '1' })).toBe(1);
    expect(valueOf('1?2:(x=5),x', { x: '1' })).toBe(1);
    expect(valueOf('x<<=2,x|=1,x', { x: '1' })).toBe(5);
  });

  it('refuses what is no expression', () => {
    for (const text of ['1+', '(1', '1 2', '1?2', '$', '4/0']) {
      expect(() => valueOf(text), text).toThrow(ArithmeticError);
    }
  });
});
