/** Ways to say that an action is to be written out, part by part; every combination is a sentence. */
const PARTS: readonly (readonly string[])[] = [
  [
    'This is about form alone.',
    'No phone is attached.',
    'There is no screen to look at.',
    'Nothing will be carried out.',
    'This is a dry run.',
    'You are connected to a parser.',
    'A program reads your reply.',
    'Your reply goes straight into a parser.',
    'Only the form of your reply counts.',
    'Here is an exercise in exactness.',
    'A machine compares your reply letter by letter.',
  ],
  [
    'Write',
    'Reply with',
    'Answer with',
    'Give back',
    'Return',
    'Print',
    'Output',
    'Respond with',
    'Put down',
    'Copy out',
    'Send back',
    'Repeat',
    'Produce',
  ],
  [
    'the action',
    'the command',
    'the call',
    'the instruction',
    'the step',
    'the line',
    'the operation',
    'the directive',
  ],
  [
    'that stands below',
    'given below',
    'shown underneath',
    'on the next line',
    'that follows here',
    'that comes next',
    'written underneath',
    'at the end of this message',
    'after the colon',
    'in the last line',
  ],
  [
    'exactly as it is',
    'letter by letter',
    'without any change',
    'unchanged',
    'to the letter',
    'in precisely this form',
    'just as it stands',
    'character for character',
    'in the very same form',
  ],
  [
    'and nothing else',
    'without a word of explanation',
    'with no comment',
    'and leave everything else out',
    'and add nothing to it',
    'and stop there',
    'with nothing before or behind it',
  ],
];

/** Number of different wordings. */
export const WORDINGS = PARTS.reduce((product, choices) => product * choices.length, 1);

/** A prime that does not divide `WORDINGS`: neighbouring numbers give wordings that differ in every part. */
const STRIDE = 193_939;

/** One way to ask for `wanted`; equal numbers modulo `WORDINGS` ask alike, others differ. */
export function requestWording(number: number, wanted: string): string {
  let rest = ((((number % WORDINGS) + WORDINGS) % WORDINGS) * STRIDE) % WORDINGS;
  const chosen: string[] = [];
  for (const choices of PARTS) {
    chosen.push(choices[rest % choices.length] ?? '');
    rest = Math.floor(rest / choices.length);
  }
  const [opening = '', verb = '', thing = '', place = '', manner = '', limit = ''] = chosen;
  return `${opening} ${verb} ${thing} ${place} ${manner}, ${limit}:\n${wanted}`;
}
