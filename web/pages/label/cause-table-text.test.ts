import { expect, it } from 'vitest';
import { causesTable } from '../../../src/metrics/labels/causes-table.js';
import { causeTableText } from './cause-table-text.js';
import { LABEL_TEXTS } from './label-texts.js';

it('says a table of causes in the language of the page, and names causes as their set does', () => {
  const set = {
    id: 'own',
    title: 'Own',
    source: '',
    causes: [{ id: 'grounding', title: 'Grounding', help: '' }],
  };
  const failed = { state: 'single', label: 'failure', cause: { set: 'own', cause: 'grounding' } } as const;
  const agent = { agent: 'react', episodes: [{ key: 'a#0', resolved: failed }] };
  const table = causesTable(set, [agent]);
  expect(causeTableText(table, LABEL_TEXTS.zh)).toEqual({
    title: '失败原因：Own',
    columns: ['原因', 'react'],
    rows: [
      ['Grounding', '1/1'],
      ['不属于以上原因，或未达成一致', '0/1'],
    ],
  });
  expect(causeTableText(table, LABEL_TEXTS.en)).toEqual({
    title: 'Causes of failure: Own',
    columns: ['Cause', 'react'],
    rows: [
      ['Grounding', '1/1'],
      ['none of these, or not agreed', '0/1'],
    ],
  });
});
