import { describe, expect, it } from 'vitest';
import { ODYSSEY_AGENT_PROMPTS, odysseyAgentRequest } from '../dialects/odyssey-prompt.js';
import { odysseyChatMl, odysseyPrompt } from './odyssey-prompt.js';
import { historySets } from './training-set.js';

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

  it.each(historySets('each', ''))('asks for %j as OdysseyAgent is asked when it is run', (...parts) => {
    for (const steps of [0, 1, 3]) {
      const pastCommands = STEP.pastCommands.slice(0, steps);
      const context = parts.includes('context') ? 'So far, nothing.' : undefined;
      const trained = odysseyPrompt(
        { ...STEP, pastCommands, ...(context === undefined ? {} : { context }) },
        {
          historyLength: 4,
          imageHistory: parts.includes('screenshots'),
          actionHistory: parts.includes('actions'),
        },
      );
      const picture = { type: 'image' as const, mediaType: 'image/png', data: new Uint8Array(), size: null };
      const { messages } = odysseyAgentRequest(
        {
          instruction: STEP.instruction,
          stepInstruction: null,
          language: 'en',
          history: pastCommands.map((call) => ({
            answer: null,
            call,
            thought: null,
            summary: null,
            picture,
          })),
          stepsTaken: steps,
          screenshot: picture,
          marked: null,
          elementText: null,
          elements: null,
          screen: null,
          app: null,
          notes: context === undefined ? {} : { context },
        },
        ODYSSEY_AGENT_PROMPTS,
        { previousActions: parts.includes('actions'), screenshots: parts.includes('screenshots') },
      );
      const asked = (messages[1]?.content ?? [])
        .map((part) => (part.type === 'text' ? part.text : '<img>'))
        .join('')
        .replaceAll(/(?:<img>)+/g, '<img>');
      expect(trained.replaceAll(/<img>.*?<\/img>/g, '<img>')).toBe(asked);
    }
  });

  it('is wrapped in ChatML for the model', () => {
    expect(odysseyChatMl('Hi')).toBe(
      '<|im_start|>system\nYou are a helpful assistant.<|im_end|>\n<|im_start|>user\nHi<|im_end|>\n<|im_start|>assistant\n',
    );
  });
});
