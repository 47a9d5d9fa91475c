import { describe, expect, it } from 'vitest';
import { coordinateRuleText } from '../../models/dialects/reading/resolve-position.js';
import { parseCoordinateRule } from '../../domain/coordinates/coordinate-rule.js';
import { parsePictureRule } from './parse-rules.js';

describe('rules from the command line', () => {
  it.each(['sent', 'norm:1000', 'norm:1', 'norm:999:yx', 'resized:672x1484', 'smart_resize:28:3136:1003520'])(
    'read %s back from what a run writes',
    (text) => {
      const rule = parseCoordinateRule(text);
      expect(rule === null ? null : coordinateRuleText(rule)).toBe(text);
    },
  );

  it.each(['', 'norm', 'norm:0', 'norm:x', 'sent:1', 'resized:0x4', 'smart_resize:28', 'longest_side:-1'])(
    'refuse %j as coordinates',
    (text) => {
      expect(parseCoordinateRule(text)).toBeNull();
    },
  );

  it('read pictures with their format', () => {
    expect(parsePictureRule('source')).toEqual({ resize: null, format: 'png' });
    expect(parsePictureRule('longest_side:1120:jpeg')).toEqual({
      resize: { algorithm: 'longest_side', maxSide: 1120 },
      format: 'jpeg',
    });
    expect(parsePictureRule('scale:0.33:jpeg')).toEqual({
      resize: { algorithm: 'scale', factor: 0.33 },
      format: 'jpeg',
    });
    for (const text of ['scale:0', 'scale:1.5', '', 'png', 'source:gif', 'longest_side', 'constructor:1']) {
      expect(parsePictureRule(text)).toBeNull();
    }
  });
});
