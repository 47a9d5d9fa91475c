import { describe, expect, it } from 'vitest';
import { parseSeeds, type SeedDefaults } from './parse-seeds.js';

const NONE: SeedDefaults = { app: null, language: null, type: null };
const ALL: SeedDefaults = { app: 'Maps', language: 'en', type: 'state' };
const SEED = { app: 'Maps', language: 'en', type: 'state', instruction: 'Zoom in' };

describe('parseSeeds', () => {
  it('reads three forms, and gives the same seed the same id in each', () => {
    const list = JSON.stringify({ tasks: [SEED], apps: { map: { Maps: { package: 'org.maps' } } } }, null, 1);
    const forms = ['\nZoom in \n', `${JSON.stringify(SEED)}\n`, list].map((text, index) =>
      parseSeeds(text, 'seeds', index === 0 ? ALL : NONE),
    );
    const [{ id } = { id: '' }] = forms[0] ?? [];
    expect(id).toMatch(/^seed-[0-9a-f]{10}$/);
    expect(forms).toEqual([
      [{ ...SEED, id, line: 2 }],
      [{ ...SEED, id, line: 1 }],
      [{ ...SEED, id, line: 3, appPackage: 'org.maps' }],
    ]);
    expect(parseSeeds(JSON.stringify({ tasks: [{ ...SEED, id: 'own' }] }), 'f', NONE)[0]?.id).toBe('own');
  });

  it.each([
    ['Zoom in\nZoom out\nZoom in', 'seeds:3: the same seed is on line 1 already'],
    ['{"id":"a","instruction":"x"}\n\n{"id":"a","instruction":"y"}', 'seeds:3: a seed with the id "a"'],
    ['{"instruction":"x"}\n{"instruction":', 'seeds:2'],
    ['{"instruction":"x"}\n{"instruction":"x","type":"other"}', 'seeds:2 at type'],
    ['{"tasks":[]}', 'seeds:1'],
    [' \n', 'there is no seed in it'],
  ])('says what is wrong with %j', (text, message) => {
    expect(() => parseSeeds(text, 'seeds', ALL)).toThrow(message);
  });

  it.each(['app', 'language', 'type'] as const)('wants to know the %s', (key) => {
    expect(() => parseSeeds('Zoom in', 'seeds', { ...ALL, [key]: null })).toThrow(
      `seeds:1: the seed has no ${key}`,
    );
  });
});
