import { describe, expect, it } from 'vitest';
import { AGENTS } from '../../registry/agents.js';
import { registeredDialect } from '../../testing/models/registered-dialect.js';
import { PUBLISHED_RATES } from './published.js';
import { colorbenchCondition } from './published-conditions.js';

/** Rows of one model that acts alone; the system of several agents is an agent of its own. */
const ROWS = PUBLISHED_RATES.filter(([baseline]) => baseline !== 'Multi-Agent System').map(
  ([, model]) => model,
);

describe('colorbenchCondition', () => {
  it.each(ROWS)('knows how the row %s was asked, in parts that there are', (row) => {
    const condition = colorbenchCondition(`some/${row.toLowerCase()}`);
    expect(condition?.row).toBe(row);
    const { agent = '', dialect = '', dialectOptions = {} } = condition ?? {};
    expect([...AGENTS.keys()]).toContain(agent);
    const [family = '', variant] = dialect.split('@');
    const made = registeredDialect(family).create(variant === undefined ? {} : { variant });
    for (const [name, value] of Object.entries(dialectOptions))
      expect(typeof made.switches[name]).toBe(typeof value);
  });

  it.each([
    ['Qwen/Qwen2.5-VL-7B-Instruct', 'Qwen2.5-VL-7B', 'qwen25_mobile_use@colorbench'],
    ['qwen2.5-vl-3b', null, 'qwen25_mobile_use@colorbench'],
    ['mPLUG/GUI-Owl-7B', 'GUI-OWL-7B', 'qwen25_mobile_use@colorbench'],
    ['ByteDance-Seed/UI-TARS-1.5-7B', 'UI-TARS-1.5-7B', 'ui_tars@1.5'],
    ['ui-tars-72b-dpo', 'UI-TARS-72B-DPO', 'ui_tars@1.0'],
    ['openai/gpt-4o-2024-11-20', 'GPT-4o', 'colorbench_api'],
  ])('takes %s for the row %s', (model, row, dialect) => {
    expect(colorbenchCondition(model)).toMatchObject({ row, dialect });
  });

  it.each(['GUI-Owl-1.5-8B', 'gpt-4o-mini', 'UI-TARS-7B-SFT', 'claude-sonnet', 'm', ''])(
    'knows nothing of %j',
    (model) => {
      expect(colorbenchCondition(model)).toBeNull();
    },
  );
});
