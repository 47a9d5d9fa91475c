import { describe, expect, it } from 'vitest';
import { QWEN25_COORDINATES } from '../../../models/dialects/coordinate-rules.js';
import { askOfficially, saidMessages } from '../../../testing/models/official-asking.js';
import { buildPromptStep } from '../../../testing/models/prompt-input.js';
import { GUIODYSSEY_SETS } from './guiodyssey-sets.js';

const screen = { width: 1080, height: 2400 };
const scrolled = buildPromptStep({
  thought: 'no',
  call: 'call',
  record: {
    action: { type: 'swipe', direction: 'up' },
    screen,
    app: null,
    instruction: null,
    isTeacherForced: true,
  },
});

function asked(name: string): string[] {
  const set = GUIODYSSEY_SETS.find((one) => one.name === name);
  return saidMessages(
    askOfficially(set, { screen, history: [scrolled], stepsTaken: 1 }, { coordinates: QWEN25_COORDINATES }),
  );
}

describe('prompt sets of GUIOdyssey', () => {
  it('OS-Atlas: no earlier step', () => {
    expect(asked('osatlas.data.odyssey')).toEqual([
      'user: [osatlas.data.odyssey] | PICTURE 0 | \nTask: Open Settings.\nHistory: \nNone\n',
    ]);
  });

  it('GUI-R1: its own prompt', () => {
    expect(asked('guir1.odyssey')).toEqual([
      'user: PICTURE 0 | [guir1.prefix text=[guir1.odyssey history=Step 1: call; text=Open Settings.]]',
    ]);
  });

  it('Qwen2.5-VL: scrolls a tenth of the screen long', () => {
    const [, user] = asked('agentcpm-eval.qwen25.odyssey');
    const call =
      '{"name": "mobile_use", "arguments": {"action": "swipe", "coordinate": [546, 1204], "coordinate2": [546, 963]}}';
    expect(user).toBe(
      `user: [agentcpm-eval.qwen25.odyssey history_actions=Step 1: ${call}; ; user_request=Open Settings.] | PICTURE 0`,
    );
  });
});
