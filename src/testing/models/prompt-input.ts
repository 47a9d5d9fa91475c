import type { PromptInput, PromptStep, SentPicture } from '../../models/dialects/dialect.js';

/** A picture of which only the size is true. */
export function buildSentPicture(width = 1080, height = 2400): SentPicture {
  return { mediaType: 'image/png', data: Uint8Array.of(1, 2, 3), size: { width, height } };
}

/** An earlier step of which nothing is kept. */
export function buildPromptStep(changes: Partial<PromptStep> = {}): PromptStep {
  return { answer: null, call: null, thought: null, summary: null, picture: null, ...changes };
}

/** What the prompt of a first step is made from: a task, and nothing to see. */
export function buildPromptInput(changes: Partial<PromptInput> = {}): PromptInput {
  return {
    instruction: 'Set an alarm for 7:30',
    stepInstruction: null,
    language: 'en',
    history: [],
    stepsTaken: 0,
    screenshot: null,
    marked: null,
    elementText: null,
    elements: null,
    screen: { width: 1080, height: 2400 },
    app: null,
    notes: {},
    ...changes,
  };
}
