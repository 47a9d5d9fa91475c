import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hierarchyXml, uiNode } from '../../../testing/hierarchy-xml.js';
import type { AnswerReading } from './device-answer.js';
import { readAnswer, type AnswerKind } from './read-answer.js';

const TREE = hierarchyXml([uiNode({ text: 'Timer', bounds: '[0,0][9,9]' })]);

interface Said {
  readonly stdout?: string;
  readonly stderr?: string;
  readonly exitCode?: number | null;
  readonly file?: string | null;
}

function read(kind: AnswerKind, command: string, said: Said | string): AnswerReading {
  const {
    stdout = '',
    stderr = '',
    exitCode = 0,
    ...file
  } = typeof said === 'string' ? { stdout: said } : said;
  return readAnswer(kind, { command, stdout, stderr, exitCode, ...file });
}

/** Kind, command, what was said, what it means. */
type Sample = readonly [AnswerKind, string, Said | string, Readonly<Record<string, unknown>>];

const SAMPLES: readonly Sample[] = [
  // Boot, emulator, connection.
  ['boot', 'getprop sys.boot_completed', '1\r\n', { booted: true }],
  ['boot', 'getprop init.svc.bootanim', 'stopped\n', { booted: true }],
  ['boot', 'service check input', 'Service input: found\n', { found: true }],
  [
    'boot',
    'service check input',
    'Service input: not found\n',
    { error: 'service-missing', service: 'input' },
  ],
  [
    'boot',
    'pm path android',
    'Error: Could not access the Package Manager. Is the system running?',
    { error: 'service-missing', service: 'package' },
  ],
  ['boot', 'getprop x', { stderr: 'adb: error: device offline' }, { error: 'device-offline' }],
  ['emulator', 'avd snapshot load a', 'OK\r\n', { ok: true }],
  ['emulator', 'avd snapshot load a', "KO: no snapshot 'a'\r\n", { error: 'snapshot-missing', name: 'a' }],
  [
    'connect',
    'adb connect 10.0.0.9',
    "failed to connect to '10.0.0.9:5555': No route to host",
    { error: 'connect-timeout' },
  ],
  [
    'connect',
    'adb connect 10.0.0.9',
    'failed to connect to 10.0.0.9:37001',
    { error: 'connect-auth-failed' },
  ],
  [
    'connect',
    'adb disconnect 10.0.0.9:5555',
    'disconnected 10.0.0.9:5555',
    { disconnected: '10.0.0.9:5555' },
  ],
  // Words of the server on a screen are no fault.
  [
    'hierarchy',
    'uiautomator dump /dev/tty',
    TREE.replace('Timer', 'device offline'),
    { hierarchy: true, nodes: 1 },
  ],
  ['app', 'pm path org.example', 'package:/data/app/device offline/base.apk', { installed: true }],
  // Hierarchies.
  [
    'hierarchy',
    'uiautomator dump F',
    { stdout: 'UI hierchary dumped to: /tmp/a.xml', file: TREE, exitCode: 1 },
    { nodes: 1, path: '/tmp/a.xml' },
  ],
  ['hierarchy', 'uiautomator dump F', { file: `\uFEFF\n${TREE}` }, { nodes: 1 }],
  [
    'hierarchy',
    'uiautomator dump F',
    { stdout: 'ERROR: could not get idle state.', file: TREE },
    { error: 'dump-not-idle' },
  ],
  ['hierarchy', 'uiautomator dump F', { file: TREE.slice(0, -10) }, { error: 'dump-truncated' }],
  ['hierarchy', 'uiautomator dump F', { file: '' }, { error: 'dump-crashed' }],
  ['hierarchy', 'uiautomator dump F', { file: TREE.replace('<node', '<nod &') }, { error: 'dump-crashed' }],
  ['hierarchy', 'uiautomator dump F', { file: null }, { error: 'dump-file-missing' }],
  ['hierarchy', 'uiautomator dump F', { file: null, exitCode: 137 }, { error: 'dump-killed' }],
  ['hierarchy', 'uiautomator dump F', { file: TREE.replace('Timer', 'Killed') }, { nodes: 1 }],
  [
    'hierarchy',
    'uiautomator dump F',
    { stderr: 'cmd: uiautomator: inaccessible or not found', file: null, exitCode: 127 },
    { error: 'command-unsupported' },
  ],
  [
    'hierarchy',
    'uiautomator dump F',
    { file: '<hierarchy rotation="1"></hierarchy>' },
    { error: 'dump-empty' },
  ],
  // Foreground.
  [
    'foreground',
    'dumpsys window',
    ' mCurrentFocus=Window{1a u10 PopupWindow:2b}\n mFocusedApp=ActivityRecord{3c u10 org.example/.Main, isShadow:false t9}',
    { package: 'org.example', activity: 'org.example.Main', window: 'PopupWindow:2b' },
  ],
  [
    'foreground',
    'dumpsys window',
    'Display: mDisplayId=2\n mCurrentFocus=Window{1 u0 org.cover/.A}\nDisplay: mDisplayId=0\n mCurrentFocus=Window{2 u0 org.main/.B}',
    { package: 'org.main' },
  ],
  [
    'foreground',
    'dumpsys window',
    ' mCurrentFocus=Window{1 u0 Splash Screen org.example}',
    { transient: true },
  ],
  [
    'foreground',
    'dumpsys activity top',
    '  ACTIVITY org.a/.B 1f2 pid=77\n  ACTIVITY org.c/.D 3e4 pid=78',
    { package: 'org.c', activity: 'org.c.D' },
  ],
  [
    'foreground',
    'dumpsys activity activities',
    ' mLastResumedActivity: ActivityRecord{1 u0 org.old/.A t1}\n ResumedActivity: ActivityRecord{2 u0 org.now/.B t2}',
    { package: 'org.now' },
  ],
  [
    'foreground',
    'dumpsys window',
    ' mCurrentFocus=Window{1 u0 Application Not Responding: org.example:remote}',
    { package: 'org.example', blocking: 'anr' },
  ],
  // Screen state.
  [
    'keyguard',
    'dumpsys window policy',
    ' showing=true\n occluded=true\n secure=true',
    { locked: false, secure: true },
  ],
  ['keyguard', 'dumpsys window', ' mIsShowing=true\n mInputRestricted=true', { locked: true }],
  ['keyguard', 'dumpsys window', 'nothing of this', {}],
  ['power', 'dumpsys power', 'Display Power: state=OFF', { interactive: false, panel: 'off', dozing: false }],
  ['power', 'dumpsys power', ' mWakefulness=Dreaming', { interactive: false }],
  ['power', 'dumpsys deviceidle get deep', 'ACTIVE\n', { deviceIdle: 'ACTIVE' }],
  [
    'battery',
    'dumpsys battery',
    '  (UPDATES STOPPED -- use reset to restart)\n  Dock powered: true\n  level: 25\n  scale: 50\n  temperature: 312',
    { level: 50, charging: true, temperatureCelsius: 31.2, isFaked: true },
  ],
  ['battery', 'dumpsys battery', '', { error: 'output-unreadable' }],
  // Input and keyboard.
  ['input', 'input tap 1 2', '', { injected: true }],
  ['input', 'input tap 1 2', { exitCode: 1 }, { error: 'output-unreadable' }],
  [
    'input',
    'input swipe a b',
    { stderr: 'Error: Invalid arguments for command: swipe' },
    { error: 'command-malformed' },
  ],
  [
    'input',
    'input tap 1 2',
    { stderr: "Can't find service: input" },
    { error: 'service-missing', service: 'input' },
  ],
  [
    'keyboard',
    'settings get secure enabled_input_methods',
    'org.a/.K;12;-3:org.b/.L\n',
    { methods: ['org.a/.K', 'org.b/.L'] },
  ],
  ['keyboard', 'settings get secure default_input_method', 'null\n', { selected: null }],
  [
    'keyboard',
    'ime enable org.a/.K',
    'Input method org.a/.K: already enabled for user #0',
    { enabled: 'org.a/.K' },
  ],
  [
    'keyboard',
    'dumpsys input_method',
    ' mServedView=null\n mInputShown=false',
    { hasServedView: false, keyboardShown: false },
  ],
  [
    'keyboard',
    "am broadcast -a X -p org.a --es msg 'y'",
    'Broadcasting: Intent { act=X pkg=org.b }\nBroadcast completed: result=0',
    { error: 'broadcast-misparsed' },
  ],
  // Apps.
  [
    'app',
    'am start -W -n org.a/.B',
    'Starting: Intent { }\nStatus: timeout\nActivity: org.a/.B',
    { error: 'launch-timeout' },
  ],
  [
    'app',
    'am start -n org.a/.B',
    'Starting: Intent { }\nWarning: Activity not started, intent has been delivered to currently running top-most instance.',
    { started: true, how: 'already-on-top' },
  ],
  ['app', 'pm grant org.a X', '', { granted: true }],
  [
    'app',
    'pm grant org.a X',
    { stderr: 'java.lang.IllegalArgumentException: Unknown package: org.a', exitCode: 255 },
    { error: 'app-not-installed' },
  ],
  [
    'app',
    'pm grant org.a X',
    { stderr: 'SecurityException: needs GRANT_RUNTIME_PERMISSIONS or WRITE_SECURE_SETTINGS' },
    { error: 'grant-denied' },
  ],
  ['app', 'pm clear org.a', 'Failed\n', { error: 'clear-denied' }],
  ['app', 'pidof org.a', '', { processes: [] }],
  ['app', 'am force-stop org.a', '', { stopped: true }],
  ['app', 'pm list packages', '', { packages: [] }],
  // Settings and displays.
  ['settings', 'settings put global a 1', '', { done: true }],
  ['settings', 'am get-config', 'config: de-ldltr-sw411dp', { locale: 'de' }],
  ['settings', 'am get-config', 'config: mcc262-b+zh+Hant+TW-ldltr', { locale: 'zh-Hant-TW' }],
  ['settings', 'cmd connectivity airplane-mode', 'disabled', { airplane: false }],
  ['display', 'wm density', 'Physical density: 560\nOverride density: 420', { density: 420 }],
  ['display', 'dumpsys window displays', ' mCurrentRotation=ROTATION_270', { rotation: 3 }],
  ['display', 'wm size', 'cmd: failure', { error: 'output-unreadable' }],
];

describe('readAnswer', () => {
  it.each(SAMPLES)('%s: %s, case %#', (kind, command, said, expected) => {
    expect({ error: undefined, ...read(kind, command, said) }).toMatchObject({
      error: undefined,
      ...expected,
    });
  });

  it('takes any text as an answer of any kind', () => {
    const kinds = [...new Set(SAMPLES.map(([kind]) => kind))];
    const words = fc.constantFrom(
      'ERROR: ',
      'mCurrentFocus=Window{1 ',
      '}',
      '\n',
      'package:',
      '<hierarchy>',
      'Error',
      ' ',
    );
    fc.assert(
      fc.property(
        fc.constantFrom(...kinds),
        fc.constantFrom(...SAMPLES.map(([, command]) => command)),
        fc.array(fc.oneof(words, fc.string())).map((parts) => parts.join('')),
        (kind, command, stdout) => {
          expect(read(kind, command, stdout)).toBeTypeOf('object');
        },
      ),
    );
  });

  it('never reads silence with an unknown exit code as a screenshot or a hierarchy', () => {
    for (const kind of ['screenshot', 'hierarchy'] as const) {
      expect(read(kind, 'x', { exitCode: null })).toHaveProperty('error', expect.any(String));
    }
  });
});
