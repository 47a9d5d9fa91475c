import { describe, expect, it } from 'vitest';
import { odysseyChatMl, odysseyPrompt } from './odyssey-prompt.js';

const STEP = { image: '/d/1_2.png', instruction: 'do it', pastCommands: ['A', 'B', 'C'] };

describe('odysseyPrompt', () => {
  it('tells the last commands, numbered anew, and where earlier screenshots are found', () => {
    expect(odysseyPrompt(STEP, { historyLength: 2, imageHistory: true }).split('\n')).toEqual([
      'Picture 1: <img>/d/1_2.png</img>',
      "I'm looking for guidance on how to do it",
      'Previous screenshots: <img>image-history: /d/1_2.png</img>',
      'Previous Actions: 1. B',
      '2. C',
      '',
      'Provide the command-style action directly.',
    ]);
  });

  it('says that there is no history, or nothing where pictures are left out', () => {
    const told = odysseyPrompt(STEP, { historyLength: 0, imageHistory: true });
    expect(told).toContain('\nPrevious screenshots: None\nPrevious Actions: None\n');
    expect(odysseyPrompt(STEP, { historyLength: 0, imageHistory: false })).not.toContain('Previous');
  });

  it('is wrapped in ChatML for the model', () => {
    expect(odysseyChatMl('Hi')).toBe(
      '<|im_start|>system\nYou are a helpful assistant.<|im_end|>\n<|im_start|>user\nHi<|im_end|>\n<|im_start|>assistant\n',
    );
  });
});
