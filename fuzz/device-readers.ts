import { readAnswer } from '../src/environments/android/answers/read-answer.js';
import { wholePng } from '../src/environments/android/answers/screenshot-answer.js';
import { hierarchyXml, uiNode } from '../src/testing/hierarchy-xml.js';
import { smallPng } from '../src/testing/small-png.js';
import { bytesReader, textReader, type FuzzReader } from './fuzz-reader.js';

const XML = hierarchyXml([uiNode({ text: 'Alarm', bounds: '[0,0][9,9]' })]);
const FOCUS =
  '  mCurrentFocus=Window{1a u0 org.example/.Main}\n  mFocusedApp=ActivityRecord{2b u0 org.example/.Main t7}';

/** Kind, command and an answer of each reader, with one line in front of the answer: kind and command. */
const ANSWERS: readonly (readonly [Parameters<typeof readAnswer>[0], string, string])[] = [
  ['devices', 'adb devices -l', 'x1\tdevice usb:1-1 transport_id:4\nx (2)._tcp offline'],
  ['transport', 'adb shell', "adb: device 'x1' not found"],
  ['connect', 'adb connect 10.0.0.9:5555', "failed to connect to '10.0.0.9:5555': Connection refused"],
  ['boot', 'service check input', 'Service input: not found'],
  ['emulator', 'avd snapshot load a', "KO: no snapshot 'a'"],
  ['hierarchy', 'uiautomator dump /dev/tty', `${XML}UI hierchary dumped to: /dev/tty`],
  ['foreground', 'dumpsys window', FOCUS],
  [
    'keyguard',
    'dumpsys window policy',
    ' showing=true\n secure=false\n interactiveState=INTERACTIVE_STATE_AWAKE',
  ],
  ['battery', 'dumpsys battery', '  AC powered: true\n  level: 20\n  scale: 100'],
  ['input', 'input tap 1 2', 'java.lang.SecurityException: requires INJECT_EVENTS'],
  ['input-text-argument', "input text 'a%sb'", ''],
  ['keyboard', 'ime list -a', 'org.a/.K:\n  mId=org.a/.K'],
  ['app', 'am start -W -n org.a/.B', 'Starting: Intent { }\nStatus: ok\nActivity: org.a/.B'],
  ['instrument', 'am instrument -w a/b', 'OK (2 tests)\nINSTRUMENTATION_CODE: -1'],
  ['settings', 'am get-config', 'config: mcc262-de-rDE-ldltr'],
  ['display', 'wm size', 'Physical size: 100x200\nOverride size: 50x100'],
  ['displays', 'dumpsys SurfaceFlinger --display-id', 'Display 4619827677550801152 (HWC display 0): port=0'],
];

/** What phones and the adb server answer. */
export const DEVICE_READERS: readonly FuzzReader[] = [
  textReader({
    name: 'answers of devices',
    covers: ['environments/android/answers/*'],
    samples: ANSWERS.map(([, , text]) => text),
    read: (text) =>
      ANSWERS.map(([kind, command]) =>
        readAnswer(kind, { command, stdout: text, stderr: text, exitCode: 0, file: text }),
      ),
  }),
  bytesReader({
    name: 'screenshots of devices',
    covers: [],
    samples: () => [smallPng({ width: 4, height: 4 }), Buffer.from('Failed to take screenshot. Status: -1')],
    read: (bytes) => wholePng({ command: 'screencap -p', stdout: bytes, stderr: '', exitCode: 0 }),
  }),
];
