import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { outcomeStrip, outcomeStripLegend, renderBars } from './terminal-bar.js';
import { displayWidth } from './terminal-text.js';

const PIPE = { width: null, color: false, ascii: false };

describe('renderBars', () => {
  it('shades a bar by its interval', () => {
    const bars = [
      { label: 'search', value: 0.5, interval: { low: 0.25, high: 0.75 }, text: '50.0' },
      { label: '分享', value: null, text: 'never called for' },
    ];
    expect(
      renderBars('Abilities', bars, { ...PIPE, ascii: true })
        .split('\n')
        .slice(0, 4),
    ).toEqual([
      'Abilities',
      '',
      'search  |##########==========----------          | 50.0',
      '分享    |                                        | never called for',
    ]);
    expect(renderBars('Abilities', bars, PIPE)).toContain('██████████▓▓▓▓▓▓▓▓▓▓░░░░░░░░░░ ');
  });

  it('keeps within the terminal', () => {
    const ratio = fc.double({ min: 0, max: 1, noNaN: true });
    fc.assert(
      fc.property(ratio, ratio, ratio, fc.integer({ min: 40, max: 200 }), (a, b, c, width) => {
        const [low = 0, value = 0, high = 0] = [a, b, c].sort((x, y) => x - y);
        const bars = [{ label: 'navigation', value, interval: { low, high }, text: '64.2' }];
        const lines = renderBars('T', bars, { ...PIPE, width }).split('\n');
        expect(displayWidth(lines[2] ?? '')).toBeLessThanOrEqual(width);
      }),
    );
  });
});

it('outcomeStrip gives one sign per repeat, distinct without colour', () => {
  expect(outcomeStrip(['passed', 'failed', 'model_error', 'not_run', 'agent_error'], { ascii: false })).toBe(
    '●○?·⊗',
  );
  expect(outcomeStrip(['passed', 'failed', 'model_error', 'not_run', 'agent_error'], { ascii: true })).toBe(
    '#.? x',
  );
  expect(outcomeStripLegend({ ascii: true })).toBe('# passed  . failed  x agent error  ? voided');
});
