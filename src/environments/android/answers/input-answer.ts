import { answerFault, isCommand, saidText, type AnswerReading, type DeviceAnswer } from './device-answer.js';

/** Reads what `input` answered: nothing, where it did what it should. */
export function readInput(answer: DeviceAnswer): AnswerReading {
  const said = saidText(answer);
  if (/Attempt to get length of null array/i.test(said)) return answerFault('text-unsupported', said);
  if (/^\s*Killed\s*$/i.test(said)) {
    return answerFault(isCommand(answer, 'input text') ? 'text-unsupported' : 'output-unreadable', said);
  }
  if (/(?:^|\n)[ \t]*(?:Usage: input|Error: )/i.test(said)) return answerFault('command-malformed', said);
  if (said !== '') return answerFault('output-unreadable', said);
  if (answer.exitCode !== null && answer.exitCode !== 0) {
    return answerFault('output-unreadable', `exit code ${answer.exitCode}`);
  }
  return { injected: true };
}

/** What a phone types for an argument of `input text`, after the shell took its quotes: `%s` is a blank. */
export function typedForArgument(argument: string): string {
  return argument.replaceAll('%s', ' ');
}

/** Arguments of `input text` that type exactly this text of printable ASCII, in order: a `%s` of its own comes in two. */
export function argumentsForTyping(text: string, longest = 500): readonly string[] {
  const parts: string[] = [];
  for (const piece of text.split(/(?<=%)(?=s)/)) {
    for (let at = 0; at < piece.length; at += longest) parts.push(piece.slice(at, at + longest));
  }
  return parts.map((part) => part.replaceAll(' ', '%s'));
}

/** Reads the command of `input text` itself: what it types. */
export function readTextArgument(answer: DeviceAnswer): AnswerReading {
  const [, quoted] = /^input text '((?:[^']|'\\'')*)'$/.exec(answer.command) ?? [];
  if (quoted === undefined) return answerFault('command-malformed', answer.command);
  return { typed: typedForArgument(quoted.replaceAll(`'\\''`, "'")) };
}
