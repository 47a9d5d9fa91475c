import { section, type Statement } from '../statement.js';

/** The whole answer around a list. */
export function thought(list: string): string {
  return `<think> t </think> <answer>${list}</answer>`;
}

/**
 * What holds for each family that answers with a list of one entry.
 *
 * @param entry prints an entry with all that the family asks for: the action, the name and value of what it needs
 */
export function r1Statements(entry: (action: string, needed?: string) => string): Statement[] {
  return [...containers(entry), ...lists(entry)];
}

function containers(entry: (action: string, needed?: string) => string): Statement[] {
  const wait = `[${entry('wait')}]`;
  const back = `[${entry('navigate_back')}]`;
  return section(
    '4.8',
    [
      'an answer is thinking and a list in the answer tag; a missing tag and words around are forgiven',
      [thought(wait), 'wait'],
      [`<think>t</think>\n<answer>\n${wait}\n</answer>`, 'wait'],
      [`<answer>${wait}</answer>`, 'lenient: wait'],
      [`<think>t</think><answer>${wait}`, 'lenient: wait'],
      [wait, 'lenient: wait'],
      [`<think>${'t'.repeat(2000)}</think>${wait}`, 'lenient: wait'],
      [`\`\`\`python\n${wait}\n\`\`\``, 'lenient: wait'],
      [thought(`\`\`\`json\n${wait}\n\`\`\``), 'lenient: wait'],
      [`<think>t</think> so <answer>${wait}</answer>`, 'lenient: wait'],
      [`${thought(wait)} Done.`, 'lenient: wait'],
      [thought(''), 'no_action'],
      [thought('wait'), 'malformed_action'],
      [thought('COMPLETE'), 'malformed_action'],
      ['<think>t</think>', 'no_action'],
      [`I wait: ${wait}`, 'no_action'],
    ],
    [
      'the last answer tag outside of thinking counts',
      [`<think>I could <answer>${back}</answer></think>`, 'no_action'],
      [`<think><answer>${back}</answer></think> <answer>${wait}</answer>`, 'wait'],
      [`<think>I could <answer>${back}</answer> <answer>${wait}</answer>`, 'lenient: wait'],
      [`<think>t</think> <answer>${back}</answer> <answer>${wait}</answer>`, 'lenient: wait'],
    ],
    [
      'tokens that end an answer are dropped',
      [`${thought(wait)}<|im_end|>`, 'wait'],
      [`${thought(wait)}<|endoftext|>`, 'wait'],
      [`<think>t</think><answer>${wait}<|im_end|>`, 'lenient: wait'],
    ],
  );
}

function lists(entry: (action: string, needed?: string) => string): Statement[] {
  const wait = entry('wait');
  const bare = wait.slice(1, -1);
  return section(
    '4.8',
    [
      'the list is one that Python prints; a dictionary alone, braces that are missing and JSON are forgiven',
      [thought(wait), 'lenient: wait'],
      [thought(`[${bare}]`), 'lenient: wait'],
      [thought(`[${wait.replaceAll("'", '"')}]`), 'lenient: wait'],
      [thought(`[${wait},]`), 'lenient: wait'],
      [thought(`[${wait}`), 'lenient: wait'],
      [thought(`[${wait.replace("'wait'", "enum['wait']")}]`), 'lenient: wait'],
      [thought(`[${wait.replace("'wait'", 'wait')}]`), 'lenient: wait'],
      [thought(`[${wait.replace("'wait'", 'sleep')}]`), 'malformed_action'],
      [thought('[]'), 'no_action'],
      [thought('[1]'), 'malformed_action'],
      [thought("['wait']"), 'malformed_action'],
      [thought("[{'action': 'wa"), 'malformed_action'],
      [thought("[dict(action='wait')]"), 'malformed_action'],
    ],
    [
      'of several entries the first is carried out',
      [thought(`[${wait}, ${entry('navigate_back')}]`), 'lenient: wait + key BACK'],
      [thought(`[${wait}, {'action': 'fly'}]`), 'lenient: wait'],
      [thought(`[{'action': 'fly'}, ${wait}]`), 'unknown_action'],
    ],
    [
      'words are those of the list in any case; tap is another word for click',
      [thought(`[${entry('WAIT')}]`), 'lenient: wait'],
      [thought(`[${entry('hover')}]`), 'unknown_action'],
      [thought(`[${entry('END')}]`), 'unknown_action'],
      [thought(`[${entry('')}]`), 'missing_argument'],
      [thought(`[${wait.replace("'wait'", '3')}]`), 'invalid_argument'],
      [thought("[{'point': [1, 2]}]"), 'missing_argument'],
    ],
    [
      'keys and ends are words of the data sets',
      [thought(`[${entry('navigate_back')}]`), 'key BACK'],
      [thought(`[${entry('press_back')}]`), 'key BACK'],
      [thought(`[${entry('back')}]`), 'key BACK'],
      [thought(`[${entry('press_home')}]`), 'key HOME'],
      [thought(`[${entry('press_recent')}]`), 'key APP_SWITCH'],
      [thought(`[${entry('enter')}]`), 'key ENTER'],
      [thought(`[${entry('complete')}]`), 'stop success'],
      [thought(`[${entry('impossible')}]`), 'stop infeasible'],
    ],
  );
}

/** Positions under this name, as pixels of the picture that the processor makes: 1008 x 1988. */
export function r1Positions(entry: (action: string, needed?: string) => string, key: string): Statement[] {
  const click = (position: string): string => thought(`[${entry('click', `'${key}': ${position}`)}]`);
  return section(
    '4.8',
    [
      'a position is two whole numbers, pixels of the picture that the processor makes',
      [click('[504, 497]'), 'tap 500,500'],
      [click('[1008, 1988]'), 'tap 1000,2000'],
      [click('[1009, 0]'), 'tap 1000.99,0 out of bounds'],
      [thought(`[${entry('long_press', `'${key}': [504, 497]`)}]`), 'long_press 500,500'],
    ],
    [
      'a text, round brackets, fractions and a box are forgiven as a position',
      [click("'[504, 497]'"), 'lenient: tap 500,500'],
      [click('(504, 497)'), 'lenient: tap 500,500'],
      [click('[504, 497, 504, 497]'), 'lenient: tap 500,500'],
      [click('[504.5, 497]'), 'lenient: tap 500.5,500'],
      [click('["504", "497"]'), 'lenient: tap 500,500'],
    ],
    [
      'a placeholder is no position, and neither is anything but numbers',
      [click('[-100, -100]'), 'missing_argument'],
      [click('[]'), 'missing_argument'],
      [click('None'), 'missing_argument'],
      [click("''"), 'missing_argument'],
      [click('[504]'), 'invalid_argument'],
      [click('[1, 2, 3]'), 'invalid_argument'],
      [click("['a', 'b']"), 'invalid_argument'],
      [click("'the icon'"), 'invalid_argument'],
      [click('[1+2, 3]'), 'malformed_action'],
    ],
  );
}
