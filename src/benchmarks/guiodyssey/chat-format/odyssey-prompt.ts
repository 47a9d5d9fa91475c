/** What a prompt says of one step. */
export interface OdysseyPromptStep {
  /** Path of the current screenshot. */
  readonly image: string;
  readonly instruction: string;
  /** Command strings of earlier steps of the episode, oldest first: all, or at least those to be shown. */
  readonly pastCommands: readonly string[];
  /** Summary of the earlier steps; shown where it is given. */
  readonly context?: string;
}

export interface OdysseyPromptOptions {
  /** Most earlier commands shown. */
  readonly historyLength: number;
  /** Name the screenshot under which the model finds the earlier ones. */
  readonly imageHistory: boolean;
  /** Show the earlier commands; yes unless given. */
  readonly actionHistory?: boolean;
  /** Between lines; a line feed unless given. Where all texts are JSON escapes, so must this be. */
  readonly lineBreak?: string;
}

/** Last line of a prompt, by what it asks for. */
export const ODYSSEY_QUESTIONS = {
  action: 'Provide the command-style action directly.',
  intention: 'Explain the intention of the next action.',
  context: 'What steps have been taken so far for this task?',
} as const;

/** Before the path of the screenshot whose history the model looks up; with the path, at most 256 bytes of UTF-8. */
export const IMAGE_HISTORY_PREFIX = 'image-history: ';

/** Before a summary of the earlier steps. The paper shows one, and does not say in which words. */
export const CONTEXT_WORDS = 'What has been done so far: ';

/**
 * The question about a step, in the published form. Without the earlier commands, and with a context, it is in the form that
 * this project asks OdysseyAgent in: neither is published.
 *
 * Source: GUIOdyssey reference code, converter and evaluator.
 */
export function odysseyPrompt(
  { image, instruction, pastCommands, context }: OdysseyPromptStep,
  { historyLength, imageHistory, actionHistory = true, lineBreak = '\n' }: OdysseyPromptOptions,
  question: keyof typeof ODYSSEY_QUESTIONS = 'action',
): string {
  // Hundreds of thousands of these are written: no lists, which take several times as long.
  let text = `${pictureLine(image)}${lineBreak}I'm looking for guidance on how to ${instruction}${lineBreak}`;
  const first = Math.max(pastCommands.length - historyLength, 0);
  if (first < pastCommands.length) {
    if (imageHistory) {
      text += `Previous screenshots: <img>${IMAGE_HISTORY_PREFIX}${image}</img>${lineBreak}`;
    }
    if (actionHistory) {
      text += 'Previous Actions: ';
      for (let index = first; index < pastCommands.length; index += 1) {
        text += `${index - first + 1}. ${pastCommands[index] ?? ''}${lineBreak}`;
      }
      text += lineBreak;
    }
  } else if (imageHistory) {
    text += `Previous screenshots: None${lineBreak}`;
    if (actionHistory) text += `Previous Actions: None${lineBreak}`;
  }
  if (context !== undefined) text += `${CONTEXT_WORDS}${context}${lineBreak}`;
  return text + ODYSSEY_QUESTIONS[question];
}

/** The question about the screen alone. */
export function odysseyScreenPrompt(
  image: string,
  { lineBreak = '\n' }: Pick<OdysseyPromptOptions, 'lineBreak'> = {},
): string {
  return `${pictureLine(image)}${lineBreak}Provide a 2-3 sentence summary of the screenshot content.`;
}

/** A prompt as the published evaluator gives it to the model, ChatML with its system sentence. */
export function odysseyChatMl(prompt: string): string {
  const turn = (role: string, text: string): string => `<|im_start|>${role}\n${text}<|im_end|>\n`;
  return `${turn('system', 'You are a helpful assistant.')}${turn('user', prompt)}<|im_start|>assistant\n`;
}

function pictureLine(image: string): string {
  return `Picture 1: <img>${image}</img>`;
}
