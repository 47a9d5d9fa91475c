import { describe, expect, it } from 'vitest';
import { askOfficially, saidMessages } from '../../../testing/models/official-asking.js';
import { buildPromptStep } from '../../../testing/models/prompt-input.js';
import { namedTexts } from '../../../testing/models/prompt-texts.js';
import type { PromptInput } from '../../dialects/dialect.js';
import { OS_ATLAS_SETS, osAtlasDataSet } from './os-atlas-data-set.js';

const TOLD = osAtlasDataSet(
  { name: 'told', title: 'told', benchmarks: [] },
  { text: 'made.up', tellsHistory: true },
);

function asked(set: typeof TOLD | undefined, input: Partial<PromptInput>, text: string): string[] {
  const id = set?.texts[0] ?? '';
  return saidMessages(askOfficially(set, input, { texts: namedTexts({ [id]: text }) }));
}

describe("OS-Atlas's records", () => {
  const record = { action: null, screen: null, app: null, isTeacherForced: true };
  const history = [
    buildPromptStep({ record: { ...record, instruction: 'First.' }, thought: 'no' }),
    buildPromptStep({ thought: 'second', summary: 'no' }),
    buildPromptStep({ summary: 'no', call: 'no' }),
  ];

  it('put the picture in its place, task and steps behind the text', () => {
    expect(asked(TOLD, {}, 'A\nScreenshot: <image>')).toEqual([
      'user: A\nScreenshot:  | PICTURE 0 | \nTask: Open Settings.\nHistory: \nNone\n',
    ]);
    expect(asked(TOLD, { stepInstruction: 'Tap it.', history }, 'A<image>B')).toEqual([
      'user: A | PICTURE 0 | B\nTask: Open Settings. You need to: Tap it.\nHistory: \nStep 1: First.\nStep 2: second\n\n',
    ]);
    expect(asked(TOLD, { history: [history[2] ?? buildPromptStep()] }, 'A')[0]).toMatch(/History: \nNone\n$/);
  });

  it('of GUI-Act tell no step of any kind', () => {
    const [set] = OS_ATLAS_SETS;
    expect(asked(set, { history }, 'A<image>')).toEqual([
      'user: A | PICTURE 0 | \nTask: Open Settings.\nHistory: \nNone\n',
    ]);
  });
});
