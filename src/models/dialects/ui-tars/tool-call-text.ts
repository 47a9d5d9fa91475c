import type { PrintedCall } from './print-ui-tars.js';

/** A whole answer in the form of Seed models; null for a text that would close its own parameter. */
export function toolCallText({ name, arguments: all }: PrintedCall, thought: string): string | null {
  if (all.some(([, text]) => /<\/?(?:parameter|function|seed|think|thought)/i.test(text))) return null;
  const parameters = all.map(([key, text]) => `<parameter=${key}>${encoded(text)}</parameter>\n`);
  return `<think>${thought}</think><seed:tool_call>\n<function=${name}>\n${parameters.join('')}</function>\n</seed:tool_call>`;
}

function encoded(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n').replaceAll('\r', '\\r');
}
