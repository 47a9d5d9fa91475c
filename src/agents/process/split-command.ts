import { AgentCommandError } from './agent-process.js';

/**
 * Words of a command line: split at spaces, kept together by single or double quotes; in the latter and outside, a backslash
 * takes the next character as it is. Nothing else means anything: no variables, no patterns, no pipes.
 *
 * @throws {AgentCommandError} for a quote that is never closed, and where there is no word
 */
export function splitCommand(command: string): readonly [string, ...string[]] {
  const words: string[] = [];
  let word: string | null = null;
  let quote: string | null = null;
  for (let index = 0; index < command.length; index += 1) {
    const letter = command.charAt(index);
    if (letter === '\\' && quote !== "'" && index + 1 < command.length) {
      index += 1;
      word = (word ?? '') + command.charAt(index);
    } else if (letter === quote) {
      quote = null;
    } else if (quote === null && (letter === '"' || letter === "'")) {
      quote = letter;
      word ??= '';
    } else if (quote === null && /\s/.test(letter)) {
      if (word !== null) words.push(word);
      word = null;
    } else {
      word = (word ?? '') + letter;
    }
  }
  if (quote !== null) {
    throw new AgentCommandError(`the agent's command has a quote that is never closed: ${command}`);
  }
  if (word !== null) words.push(word);
  const [program, ...parameters] = words;
  if (program === undefined || program === '') {
    throw new AgentCommandError("the agent's command is empty", {
      hint: 'Name a program: --agent-option command="python3 agent.py".',
    });
  }
  return [program, ...parameters];
}
