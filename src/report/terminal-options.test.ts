import { describe, expect, it } from 'vitest';
import { terminalOptions } from './terminal-options.js';

const TERMINAL = { isTTY: true, columns: 100 };

describe('terminalOptions', () => {
  it('uses what a terminal offers, and nothing of it in a pipe', () => {
    expect(terminalOptions(TERMINAL, {})).toEqual({ width: 100, color: true, ascii: false });
    expect(terminalOptions({ columns: 100 }, {})).toEqual({ width: null, color: false, ascii: false });
  });

  it('obeys NO_COLOR and FORCE_COLOR', () => {
    expect(terminalOptions(TERMINAL, { NO_COLOR: '1' }).color).toBe(false);
    expect(terminalOptions(TERMINAL, { NO_COLOR: '' }).color).toBe(true);
    expect(terminalOptions({}, { FORCE_COLOR: '1' }).color).toBe(true);
    expect(terminalOptions(TERMINAL, { FORCE_COLOR: '0' }).color).toBe(false);
    expect(terminalOptions(TERMINAL, { FORCE_COLOR: '1', NO_COLOR: '1' }).color).toBe(true);
    expect(terminalOptions(TERMINAL, { TERM: 'dumb' }).color).toBe(false);
  });

  it('draws with ASCII where the locale asks for it', () => {
    expect(terminalOptions(TERMINAL, { LANG: 'C' }).ascii).toBe(true);
    expect(terminalOptions(TERMINAL, { LC_ALL: 'C', LANG: 'de_DE.UTF-8' }).ascii).toBe(true);
    expect(terminalOptions(TERMINAL, { LANG: 'zh_CN.UTF-8' }).ascii).toBe(false);
  });
});
