import { section, type Statement } from '../statement.js';

/** The call of the tool, in its tags. */
export function toolCall(args: string): string {
  return `<tool_call>\n{"name": "mobile_use", "arguments": ${args}}\n</tool_call>`;
}

const BACK = '{"action": "system_button", "button": "Back"}';
const HOME = toolCall('{"action": "system_button", "button": "Home"}');

/**
 * What holds for each family that calls the tool.
 *
 * @param at a position, as the family counts, in the middle of the width and at a quarter of the height
 */
export function mobileUseStatements(at: string): Statement[] {
  return [...containers(at), ...touches(at), ...moves(at), ...texts(), ...others()];
}

function containers(at: string): Statement[] {
  const click = `{"action": "click", "coordinate": [${at}]}`;
  const call = `{"name": "mobile_use", "arguments": ${click}}`;
  return section(
    '4.2',
    [
      'an answer is a call in tags, behind thinking or a Thought and an Action, before a conclusion',
      [toolCall(click), 'tap 500,500'],
      [`<thinking>\nt\n</thinking>\n${toolCall(click)}\n<conclusion>\nc\n</conclusion>`, 'tap 500,500'],
      [`Thought: t\nAction: "a"\n${toolCall(click)}`, 'tap 500,500'],
      [`I tap it.\n${toolCall(click)}`, 'lenient: tap 500,500'],
      [`${toolCall(click)}\nDone.`, 'lenient: tap 500,500'],
      ['I tap it.', 'no_action'],
      ['<tool_call>\n</tool_call>', 'no_action'],
      ['<tool_call>\nclick it\n</tool_call>', 'malformed_action'],
    ],
    [
      'tags may be missing, the other pair, on one line, or around a fence',
      [call, 'lenient: tap 500,500'],
      [`<tool_call>${call}</tool_call>`, 'lenient: tap 500,500'],
      [`<tool_call>\n${call}`, 'lenient: tap 500,500'],
      [`<action>\n${call}\n</action>`, 'lenient: tap 500,500'],
      [`\`\`\`json\n${call}\n\`\`\``, 'lenient: tap 500,500'],
      [`<tool_call>\n\`\`\`json\n${call}\n\`\`\`\n</tool_call>`, 'lenient: tap 500,500'],
    ],
    [
      'JSON is read as it is, then repaired, and refused where it is cut within a value',
      [`<tool_call>\n${call.replaceAll('"', "'")}\n</tool_call>`, 'lenient: tap 500,500'],
      [
        `<tool_call>\n${call.replaceAll('{', '{{').replaceAll('}', '}}')}\n</tool_call>`,
        'lenient: tap 500,500',
      ],
      [`<tool_call>\n${call.replace(']}', '],}')}\n</tool_call>`, 'lenient: tap 500,500'],
      [`<tool_call>\n${call.replace('"mobile_use"', 'mobile_use')}\n</tool_call>`, 'lenient: tap 500,500'],
      [`<tool_call>\n${call.slice(0, -1)}\n</tool_call>`, 'lenient: tap 500,500'],
      [`<tool_call>\n${call.slice(0, -2)}\n</tool_call>`, 'malformed_action'],
      [`<tool_call>\n${call.slice(0, -4)}`, 'malformed_action'],
      [`<tool_call>\n${call.replace('"coordinate": ', '"coordinate" ')}\n</tool_call>`, 'malformed_action'],
    ],
    [
      'arguments may be a text, stand alone, or have no name; another tool is unknown',
      [toolCall(JSON.stringify(click)), 'lenient: tap 500,500'],
      [`<tool_call>\n${click}\n</tool_call>`, 'lenient: tap 500,500'],
      [`<tool_call>\n{"arguments": ${click}}\n</tool_call>`, 'lenient: tap 500,500'],
      [toolCall('[1]'), 'invalid_argument'],
      [toolCall('"click"'), 'invalid_argument'],
      ['<tool_call>\n{"name": "mobile_use"}\n</tool_call>', 'missing_argument'],
      [`<tool_call>\n${call.replace('mobile_use', 'Mobile_use ')}\n</tool_call>`, 'lenient: tap 500,500'],
      [`<tool_call>\n${call.replace('mobile_use', 'computer_use')}\n</tool_call>`, 'unknown_action'],
      ['<tool_call>\n{"name": "click", "coordinate": [1, 2]}\n</tool_call>', 'unknown_action'],
    ],
    [
      'of several calls the first is carried out, and what follows it cannot spoil it',
      [`${toolCall(BACK)}\n${HOME}`, 'lenient: key BACK + key HOME'],
      [`${toolCall(BACK)}\n<tool_call>\n{broken`, 'lenient: key BACK'],
      [`<tool_call>\n{broken\n</tool_call>\n${HOME}`, 'malformed_action'],
    ],
    [
      'thinking that mentions a call has none, closed, opened by the prompt, or never closed',
      [`<think>${toolCall(BACK)}</think>`, 'no_action'],
      [`<think>${toolCall(BACK)}</think>\n${HOME}`, 'key HOME'],
      [`<thinking>${toolCall(BACK)}</thinking>\n${HOME}`, 'key HOME'],
      [`I could ${toolCall(BACK)}</think>\n${HOME}`, 'key HOME'],
      [`<think>I could ${toolCall(BACK)}\n${HOME}`, 'lenient: key HOME'],
      ['<think>I press back', 'no_action'],
    ],
    [
      'tokens that end an answer are dropped, wherever its end is',
      [`${HOME}<|im_end|>`, 'key HOME'],
      [`${HOME}\n<|im_end|>\n<|endoftext|>`, 'key HOME'],
      [`${HOME}</s>`, 'key HOME'],
      [HOME.replace('\n</tool_call>', '<|im_end|>'), 'lenient: key HOME'],
    ],
  );
}

function touches(at: string): Statement[] {
  return section(
    '4.2',
    [
      'action names are words of the tool, in any case; tap is another word for click',
      [toolCall(`{"action": "Click", "coordinate": [${at}]}`), 'lenient: tap 500,500'],
      [toolCall(`{"action": "tap", "coordinate": [${at}]}`), 'lenient: tap 500,500'],
      [toolCall(`{"action": "left_click", "coordinate": [${at}]}`), 'unknown_action'],
      [toolCall(`{"action": "click()", "coordinate": [${at}]}`), 'unknown_action'],
      [toolCall(`{"coordinate": [${at}]}`), 'missing_argument'],
      [toolCall('{"action": ""}'), 'missing_argument'],
      [toolCall('{"action": null}'), 'missing_argument'],
      [toolCall('{"action": 3}'), 'invalid_argument'],
    ],
    [
      'a position is a list of two numbers, perhaps as a text, with fractions, or a box',
      [toolCall(`{"action": "click", "coordinate": "[${at}]"}`), 'lenient: tap 500,500'],
      [toolCall(`{"action": "click", "coordinate": "(${at})"}`), 'lenient: tap 500,500'],
      [toolCall(`{"action": "click", "coordinate": (${at})}`), 'lenient: tap 500,500'],
      [toolCall(`{"action": "click", "coordinate": [${at.replace(', ', '.0, ')}.0]}`), 'tap 500,500'],
      [
        toolCall(`{"action": "click", "coordinate": ["${at.replace(', ', '", "')}"]}`),
        'lenient: tap 500,500',
      ],
      [toolCall(`{"action": "click", "coordinate": [${at}, ${at}]}`), 'lenient: tap 500,500'],
      [toolCall('{"action": "click"}'), 'missing_argument'],
      [toolCall('{"action": "click", "coordinate": []}'), 'missing_argument'],
      [toolCall('{"action": "click", "coordinate": ""}'), 'missing_argument'],
      [toolCall('{"action": "click", "coordinate": [-100, -100]}'), 'missing_argument'],
      [toolCall('{"action": "click", "coordinate": [5]}'), 'invalid_argument'],
      [toolCall('{"action": "click", "coordinate": [5, 6, 7]}'), 'invalid_argument'],
      [toolCall('{"action": "click", "coordinate": ["a", "b"]}'), 'invalid_argument'],
      [toolCall('{"action": "click", "coordinate": "1+2, 3"}'), 'invalid_argument'],
      [toolCall('{"action": "click", "coordinate": [1+2, 3]}'), 'malformed_action'],
      [toolCall('{"action": "click", "coordinate": {"x": 1, "y": 2}}'), 'invalid_argument'],
      [toolCall('{"action": "click", "coordinate": [true, 2]}'), 'invalid_argument'],
    ],
  );
}

function moves(at: string): Statement[] {
  const [x = '', y = ''] = at.split(', ');
  return section(
    '4.2',
    [
      'long_press takes seconds, which may be missing',
      [
        toolCall(`{"action": "long_press", "coordinate": [${at}], "time": 2}`),
        'long_press 500,500 durationMs 2000',
      ],
      [
        toolCall(`{"action": "long_press", "coordinate": [${at}], "time": "1.5 seconds"}`),
        'lenient: long_press 500,500 durationMs 1500',
      ],
      [toolCall(`{"action": "long_press", "coordinate": [${at}]}`), 'lenient: long_press 500,500'],
      [toolCall(`{"action": "long_press", "coordinate": [${at}], "time": "long"}`), 'invalid_argument'],
      [toolCall(`{"action": "long_press", "coordinate": [${at}], "time": -1}`), 'invalid_argument'],
      [toolCall('{"action": "long_press", "time": 2}'), 'missing_argument'],
    ],
    [
      'swipe is a path of the finger, or its direction where that is all there is',
      [
        toolCall(`{"action": "swipe", "coordinate": [${at}], "coordinate2": [${at}]}`),
        'swipe null from 500,500 to 500,500',
      ],
      [
        toolCall(`{"action": "swipe", "coordinate": [${at}], "coordinate2": [${x}, 0]}`),
        'swipe up from 500,500 to 500,0',
      ],
      [
        toolCall(`{"action": "swipe", "coordinate": [${at}], "coordinate2": [0, ${y}]}`),
        'swipe left from 500,500 to 0,500',
      ],
      [
        toolCall(`{"action": "swipe", "coordinate": [${at}], "coordinate2": [0, ${y}], "direction": "up"}`),
        'swipe left from 500,500 to 0,500',
      ],
      [
        toolCall(`{"action": "swipe", "coordinate": "(${at})", "coordinate2": "(${x}, 0)"}`),
        'lenient: swipe up from 500,500 to 500,0',
      ],
      [toolCall('{"action": "swipe", "direction": "up"}'), 'lenient: swipe up'],
      [
        toolCall(`{"action": "swipe", "coordinate": [${at}], "direction": "Down"}`),
        'lenient: swipe down at 500,500',
      ],
      [toolCall('{"action": "swipe", "direction": "around"}'), 'invalid_argument'],
      [toolCall('{"action": "swipe", "coordinate": [9, 9]}'), 'missing_argument'],
      [toolCall('{"action": "swipe", "coordinate2": [9, 9]}'), 'missing_argument'],
      [toolCall('{"action": "swipe"}'), 'missing_argument'],
    ],
  );
}

function texts(): Statement[] {
  return section(
    '4.2',
    [
      'typed text may hold any characters, quotes and line breaks written or raw',
      [toolCall('{"action": "type", "text": "a}b{c"}'), 'type text "a}b{c"'],
      [toolCall('{"action": "type", "text": "</tool_call>"}'), 'type text "</tool_call>"'],
      [toolCall('{"action": "type", "text": "it\'s # // 9:41, (x)"}'), 'type text "it\'s # // 9:41, (x)"'],
      [toolCall(String.raw`{"action": "type", "text": "say \"hi\"\n"}`), 'type text "say \\"hi\\"\\n"'],
      [toolCall('{"action": "type", "text": "say "hi" now"}'), 'lenient: type text "say \\"hi\\" now"'],
      [toolCall('{"action": "type", "text": "a\nb"}'), 'lenient: type text "a\\nb"'],
      [toolCall('{"action": "type", "text": " a "}'), 'type text " a "'],
      [toolCall('{"action": "type", "text": 42}'), 'lenient: type text "42"'],
    ],
    [
      'text that is needed and missing or empty is a missing argument, and no text an invalid one',
      [toolCall('{"action": "type"}'), 'missing_argument'],
      [toolCall('{"action": "type", "text": ""}'), 'missing_argument'],
      [toolCall('{"action": "type", "text": null}'), 'missing_argument'],
      [toolCall('{"action": "type", "text": ["a"]}'), 'invalid_argument'],
      [toolCall('{"action": "open", "text": ""}'), 'missing_argument'],
      [toolCall('{"action": "key"}'), 'missing_argument'],
    ],
    [
      'open takes a text, or an app',
      [toolCall('{"action": "open", "text": "Clock"}'), 'open_app app "Clock"'],
      [toolCall('{"action": "open", "app": "Clock"}'), 'lenient: open_app app "Clock"'],
      [toolCall('{"action": "open", "name": "Clock"}'), 'missing_argument'],
    ],
  );
}

function others(): Statement[] {
  return section(
    '4.2',
    [
      'system_button takes one of four words in any case',
      [toolCall('{"action": "system_button", "button": "Back"}'), 'key BACK'],
      [toolCall('{"action": "system_button", "button": "Home"}'), 'key HOME'],
      [toolCall('{"action": "system_button", "button": "Menu"}'), 'key MENU'],
      [toolCall('{"action": "system_button", "button": "Enter"}'), 'key ENTER'],
      [toolCall('{"action": "system_button", "button": "back"}'), 'lenient: key BACK'],
      [toolCall('{"action": "system_button", "button": "Recent"}'), 'invalid_argument'],
      [toolCall('{"action": "system_button", "button": ""}'), 'missing_argument'],
      [toolCall('{"action": "system_button"}'), 'missing_argument'],
      [toolCall('{"action": "system_button", "button": 4}'), 'invalid_argument'],
    ],
    [
      'key takes the name of a key event',
      [toolCall('{"action": "key", "text": "volume_up"}'), 'key VOLUME_UP'],
      [toolCall('{"action": "key", "text": "clear"}'), 'key CLEAR'],
      [toolCall('{"action": "key", "text": "KEYCODE_MOVE_HOME"}'), 'key KEYCODE_MOVE_HOME'],
      [toolCall('{"action": "key", "text": "any key"}'), 'invalid_argument'],
    ],
    [
      'wait takes seconds, which may be missing, and nothing that is no number',
      [toolCall('{"action": "wait", "time": 2}'), 'wait durationMs 2000'],
      [toolCall('{"action": "wait", "time": 0}'), 'wait durationMs 0'],
      [toolCall('{"action": "wait", "time": "2"}'), 'lenient: wait durationMs 2000'],
      [toolCall('{"action": "wait", "time": "2s"}'), 'lenient: wait durationMs 2000'],
      [toolCall('{"action": "wait"}'), 'lenient: wait'],
      [toolCall('{"action": "wait", "time": "a while"}'), 'invalid_argument'],
      [toolCall('{"action": "wait", "time": [2]}'), 'invalid_argument'],
    ],
    [
      'terminate has one of two statuses; without one it says nothing of the outcome',
      [toolCall('{"action": "terminate", "status": "success"}'), 'stop success'],
      [toolCall('{"action": "terminate", "status": "failure"}'), 'stop failure'],
      [toolCall('{"action": "terminate", "status": "Success"}'), 'lenient: stop success'],
      [toolCall('{"action": "terminate"}'), 'lenient: stop unspecified'],
      [toolCall('{"action": "terminate", "status": "maybe"}'), 'invalid_argument'],
      [toolCall('{"action": "terminate", "status": true}'), 'invalid_argument'],
      [toolCall('{"action": "END"}'), 'unknown_action'],
    ],
  );
}
