import { quoteWord } from '../domain/text/quote-word.js';

/** What starts a file of each kind, as far as it is known. */
const STARTERS: Readonly<Record<string, string>> = { py: 'python3 ', sh: 'bash ', rb: 'ruby ' };

/** For a program of the user's own that was named as an agent: the flags that start it. Empty for any other name. */
export function ownProgramHint(name: string): string {
  const ending = /\.(\w+)$/.exec(name)?.[1] ?? '';
  const starter = STARTERS[ending];
  if (starter === undefined && !/^\.{0,2}\//.test(name)) return '';
  const command = `command=${starter ?? ''}${name}`;
  return `A program of your own: --agent process --agent-option ${quoteWord(command)} (docs/agents/process.md). `;
}
