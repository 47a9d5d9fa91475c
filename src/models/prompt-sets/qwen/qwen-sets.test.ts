import { describe, expect, it } from 'vitest';
import { askOfficially, saidMessages } from '../../../testing/models/official-asking.js';
import { buildPromptStep } from '../../../testing/models/prompt-input.js';
import { namedTexts } from '../../../testing/models/prompt-texts.js';
import { QWEN25_COORDINATES } from '../../dialects/coordinate-rules.js';
import type { PromptInput } from '../../dialects/dialect.js';
import type { OfficialAsking } from '../prompt-set.js';
import { QWEN_SETS } from './qwen-sets.js';

const EXAMPLE = 'A query:  Do this, that: now\nDone (so far): Step 1: {"a": 1}; Step 2: {}; ';
const texts = namedTexts({ 'qwen25.cookbook.query-example': EXAMPLE });

function asked(name: string, input: Partial<PromptInput>, changes: Partial<OfficialAsking> = {}): string[] {
  const request = askOfficially(
    QWEN_SETS.find((set) => set.name === name),
    { screen: { width: 1080, height: 2400 }, ...input },
    { texts, coordinates: QWEN25_COORDINATES, ...changes },
  );
  return saidMessages(request);
}

const DESCRIPTION = '"[qwen25.cookbook.description self.display_height_px=2408; self.display_width_px=1092]"';
const PARAMETERS = '"parameters": [qwen25.cookbook.parameters]';

describe("Qwen2.5-VL's cookbook", () => {
  it('offers the tool as the older Qwen-Agent prints it, the picture behind the question', () => {
    const tool =
      '{"type": "function", "function": {"name_for_human": "mobile_use", "name": "mobile_use", "description": ' +
      `${DESCRIPTION}, ${PARAMETERS}, "args_format": "Format the arguments as a JSON object."}}`;
    expect(asked('qwen25.cookbook', {})).toEqual([
      `system: [qwen25.cookbook.assistant-line] | \n\n[qwen.nous tool_descs=${tool}]`,
      'user: A query:  Open Settings.\nDone (so far):  | PICTURE 0',
    ]);
  });

  it('offers it as the newer one prints it, where that is chosen', () => {
    const [system] = asked('qwen25.cookbook', {}, { switches: { qwenAgent: '0.0.16' } });
    expect(system).toContain(
      `tool_descs={"type": "function", "function": {"name": "mobile_use", "description": ${DESCRIPTION}, ${PARAMETERS}}}]`,
    );
  });

  it('escapes a description as JSON does', () => {
    const quoting = { ...texts, fill: () => 'a "b"\nc' };
    const [system] = asked('qwen25.cookbook', {}, { texts: quoting });
    expect(system).toBe('system: [qwen25.cookbook.assistant-line] | \n\na "b"\nc');
    const described = { ...texts, fill: (id: string, values: object) => JSON.stringify([id, values]) };
    expect(asked('qwen25.cookbook', {}, { texts: described })[0]).toContain(
      String.raw`\"description\": \"[\\\"qwen25`,
    );
  });

  it('tells earlier steps as their calls stand in the answers', () => {
    const history = [
      buildPromptStep({ answer: 'x <tool_call>\n{"text": "a<b"}\n</tool_call> y', call: 'no' }),
      buildPromptStep({ answer: 'nothing', call: '{"b": 2}' }),
      buildPromptStep(),
    ];
    expect(asked('qwen25.cookbook', { history })[1]).toBe(
      'user: A query:  Open Settings.\nDone (so far): Step 1: {"text": "a<b"}; Step 2: {"b": 2}; Step 3: ;  | PICTURE 0',
    );
  });

  it("puts the picture first on the vendor's server", () => {
    expect(asked('qwen25.cookbook.hosted', {})[1]).toBe(
      'user: PICTURE 0 | A query:  Open Settings.\nDone (so far): ',
    );
  });

  it('is refused where its example has another form', () => {
    expect(() => asked('qwen25.cookbook', {}, { texts: namedTexts() })).toThrow('another form');
  });
});

describe("Qwen3-VL's cookbook", () => {
  it('tells earlier steps in words without line breaks and quotes', () => {
    expect(asked('qwen3.cookbook', {})).toEqual([
      'system: [qwen3.cookbook.system]',
      'user: [qwen3.cookbook.user instruction=Open Settings.; stage2_history=] | PICTURE 0',
    ]);
    const history = [buildPromptStep({ summary: '"I\ntapped"' }), buildPromptStep({ call: '{"a": 1}' })];
    expect(asked('qwen3.cookbook', { history })[1]).toContain(
      'stage2_history=Step 1: Itapped; Step 2: {a: 1}; ]',
    );
  });
});
