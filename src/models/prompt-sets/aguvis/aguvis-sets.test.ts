import { describe, expect, it } from 'vitest';
import { askOfficially, saidMessages } from '../../../testing/models/official-asking.js';
import { buildPromptStep } from '../../../testing/models/prompt-input.js';
import { namedTexts } from '../../../testing/models/prompt-texts.js';
import type { PromptInput } from '../../dialects/dialect.js';
import type { ModelRequest } from '../../model.js';
import { AGUVIS_SETS } from './aguvis-sets.js';

function request(name: string, input: Partial<PromptInput> = {}): ModelRequest {
  const texts = namedTexts({ 'aguvis.recipient.force-plan': '<|im_start|>assistant<|recipient|>all\nX' });
  return askOfficially(
    AGUVIS_SETS.find((set) => set.name === name),
    input,
    { texts },
  );
}

describe("Aguvis's prompt sets", () => {
  it('begin the answer by the mode, without the beginning of the turn', () => {
    const asked = request('aguvis.vendor');
    expect(asked.continuesLast).toBe(true);
    expect(saidMessages(asked)).toEqual([
      'system: [aguvis.system.agent]',
      'user: PICTURE 0 | [aguvis.user overall_goal=Open Settings.; previous_actions=None]',
      'assistant: [aguvis.recipient.self-plan]',
    ]);
    expect(saidMessages(request('aguvis.vendor.force-plan')).at(-1)).toBe('assistant: <|recipient|>all\nX');
    const grounding = saidMessages(request('aguvis.vendor.grounding'));
    expect([grounding[0], grounding[2]]).toEqual([
      'system: [aguvis.system.grounding]',
      'assistant: [aguvis.recipient.grounding]',
    ]);
  });

  it.each(AGUVIS_SETS.map(({ name }) => name))(
    '%s: a prescribed step takes the place of the plan',
    (name) => {
      const step = saidMessages(request(name, { stepInstruction: 'Tap it.' })).at(-1);
      expect(step).toBe('assistant: [aguvis.recipient.low low_level_instruction=Tap it.]');
      expect(saidMessages(request(name, { stepInstruction: '' })).at(-1)).not.toContain(
        'aguvis.recipient.low',
      );
    },
  );

  it('tell earlier steps one a line', () => {
    const record = { action: null, screen: null, app: null, isTeacherForced: true };
    const history = [
      buildPromptStep({ summary: 'Swipe up', call: 'c' }),
      buildPromptStep({ summary: 'c', call: 'c', record: { ...record, instruction: 'Tap the bar' } }),
      buildPromptStep({ call: 'mobile.home()' }),
    ];
    expect(saidMessages(request('aguvis.vendor', { history, stepsTaken: 4 }))[1]).toContain(
      'previous_actions=Step 2: Swipe up\nStep 3: Tap the bar\nStep 4: mobile.home()]',
    );
  });
});
