import { TouchstoneError } from '../errors.js';
import { invalidArguments, type McpTool } from './define-tool.js';
import { errorAnswer, textAnswer, type ToolAnswer } from './tool-answer.js';

/** A set of tools, and how they speak of errors. */
export interface ToolSet {
  readonly tools: readonly McpTool[];
  /** Tools of other servers that clients may try, each with why it is not here. */
  readonly absent?: Readonly<Record<string, string>>;
  /** Whether an error that the caller can mend is told as a plain answer, as phone servers do, or as an error. */
  readonly mendable: 'answer' | 'error';
}

/**
 * Calls a tool by its name. Whatever goes wrong is an answer, so that the model that called reads it: clients keep errors of the
 * protocol to themselves. Source: interchange.md 7, errors.
 */
export async function callTool(set: ToolSet, name: string, given: unknown): Promise<ToolAnswer> {
  const tool = set.tools.find((one) => one.name === name);
  if (tool === undefined) {
    const absent = set.absent ?? {};
    const why = Object.hasOwn(absent, name) ? `: ${absent[name] ?? ''}` : '';
    return invalidArguments(`Tool ${name.slice(0, 200)} not found${why}`);
  }
  try {
    return await tool.call(given);
  } catch (error) {
    const words = wordsOf(error);
    const isMendable = error instanceof TouchstoneError && error.fault === 'user';
    if (!isMendable || set.mendable === 'error') return errorAnswer(`Error: ${words}`);
    return textAnswer(`${words} Please fix the issue and try again.`);
  }
}

/** Message and hint as sentences. */
function wordsOf(error: unknown): string {
  if (!(error instanceof Error)) return 'something failed.';
  const message = error.message.trim().replace(/\.$/, '');
  const sentence = `${message.charAt(0).toUpperCase()}${message.slice(1)}.`;
  const hint = error instanceof TouchstoneError ? error.hint : undefined;
  return hint === undefined ? sentence : `${sentence} ${hint}`;
}
