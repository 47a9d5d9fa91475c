import { describe, expect, it } from 'vitest';
import { DIALECTS } from '../registry/dialects.js';
import { dialectContract } from './contracts/dialect-contract.js';

/** The tests of each family type harder texts. */
const TEXTS = ['hello', 'Hello World 42', '咖啡和茶'];

/** Another model of their agent ends the task, or nobody does. */
const ENDLESS: ReadonlySet<string> = new Set(['mobile_agent_e@operator', 'uground', 'ui_agile']);

/** The tests of each family read a thousand, of another seed. */
const HOSTILE = { seed: 40, hostileAnswers: 150 };

const DIALECTS_AND_VARIANTS = [...DIALECTS.values()].flatMap((family) =>
  (family.variants.length === 0 ? [null] : family.variants).map((variant) => ({ family, variant })),
);

describe('every dialect keeps its contract:', () => {
  const cases = DIALECTS_AND_VARIANTS.flatMap(({ family, variant }) => {
    const settings = variant === null ? {} : { variant };
    const endsTasks = !ENDLESS.has(variant === null ? family.family : `${family.family}@${variant}`);
    const promises = dialectContract({
      family,
      settings,
      texts: TEXTS,
      readsBack: 'tolerant',
      endsTasks,
      ...HOSTILE,
    });
    // The releases of a family share a reader, and long answers take long.
    const isFirst = variant === (family.variants[0] ?? null);
    return promises.filter(({ name }) => isFirst || !name.includes('linear'));
  });
  it.each(cases)('$name', async ({ run }) => {
    await expect(run()).resolves.toBeUndefined();
  });
});

describe('the registry of dialects', () => {
  it('names each family once, in letters, digits and underscores, with a title', () => {
    for (const [name, { family, title }] of DIALECTS) {
      expect(name).toBe(family);
      expect(name).toMatch(/^[a-z][a-z0-9_]*$/);
      expect(title).not.toBe('');
    }
  });

  it('makes the first variant where none is named', () => {
    for (const family of DIALECTS.values()) {
      expect(family.create().variant).toBe(family.variants[0] ?? null);
    }
  });
});
