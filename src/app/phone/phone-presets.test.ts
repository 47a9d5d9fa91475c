import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { listPresets, PHONE_PRESETS } from './phone-presets.js';

describe('PHONE_PRESETS', () => {
  it('are in the documentation with what each sets', async () => {
    const text = await readFile('docs/phone/README.md', 'utf8');
    const section = text.slice(text.indexOf('| preset'), text.indexOf('| client '));
    const rows = [...section.matchAll(/^\| `([\w-]+)` +\| (.*?) +\|$/gm)].map(([, name, sets]) => [
      name,
      sets,
    ]);
    const expected = Object.entries(PHONE_PRESETS).map(([name, { options }]) => {
      const sets = Object.entries(options).map(([key, value]) => `\`${key}=${value}\``);
      return [name, sets.join(', ') || 'nothing'];
    });
    expect(rows.filter(([name = '']) => Object.hasOwn(PHONE_PRESETS, name))).toEqual(expected);
  });

  it('are listed with what each sets', () => {
    expect(listPresets()).toContain('appagent, mobile-agent (adbKeyboard=active), ');
  });
});
