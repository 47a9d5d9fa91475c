/** How a recorded phone is asked for what a device once answered. */
export interface PhoneCase {
  /** The sample's id. */
  readonly id: string;
  /** A command line of the phone's shell; or what is asked of its adb server, or a service of its own. */
  readonly line: string;
  readonly to?: 'server' | 'service';
  /** Phones that the server shows; one unless given. */
  readonly phones?: number;
  /** Lines before it. */
  readonly before?: readonly string[];
  /** What is read from the answer, where it names what is the phone's own; the sample's unless given. */
  readonly expected?: Readonly<Record<string, unknown>>;
  /** File that the command writes. */
  readonly file?: string;
}

const KEYBOARD = 'com.google.android.inputmethod.latin/com.android.inputmethod.latin.LatinIME';
const ADB_KEYBOARD = 'com.android.adbkeyboard/.AdbIME';
const NOTES = 'org.example.notes';
const IN_NOTES = [`am start -n ${NOTES}/.List`];
const NOTES_IN_FRONT = { package: NOTES, activity: `${NOTES}.List` };

function focus(id: string, line: string): PhoneCase {
  return { id, line, before: IN_NOTES, expected: NOTES_IN_FRONT };
}

/** Samples that a phone answers, on the small phone of the fixtures. */
export const PHONE_CASES: readonly PhoneCase[] = [
  { id: 'shot-clean', line: 'screencap -p' },
  { id: 'shot-open-denied', line: 'screencap -p /system/s.png' },
  { id: 'shot-open-readonly', line: 'screencap -p /s.png' },
  {
    id: 'displays-pixel9fold',
    line: 'dumpsys SurfaceFlinger --display-id',
    expected: { displays: ['4619827259835644672'] },
  },
  {
    id: 'dump-ok',
    line: 'uiautomator dump /sdcard/window_dump.xml',
    file: '/sdcard/window_dump.xml',
    expected: { hierarchy: true, nodes: 1, path: '/sdcard/window_dump.xml' },
  },
  { id: 'dump-tty-suffix', line: 'uiautomator dump /dev/tty' },
  ...['focus-tv', 'focus-paused'].map((id) => focus(id, 'dumpsys window windows')),
  ...['focus-two-displays', 'focus-null-first'].map((id) => focus(id, 'dumpsys window displays')),
  focus('focus-razr-nulls', 'dumpsys window'),
  ...['focus-resumed-gtv', 'focus-resumed-settings', 'focus-resumed-nexus7', 'focus-top-resumed'].map((id) =>
    focus(id, 'dumpsys activity activities'),
  ),
  { id: 'focus-grep-empty', line: 'dumpsys activity activities | grep mNoSuchLine' },
  { id: 'kg-screen-on', line: 'dumpsys window' },
  { id: 'kg-old-none', line: 'dumpsys window' },
  { id: 'power-0', line: 'dumpsys power' },
  { id: 'power-5', line: 'dumpsys power' },
  { id: 'bat-68', line: 'dumpsys battery', expected: { level: 100, charging: true } },
  { id: 'bat-89', line: 'dumpsys battery', expected: { level: 100, charging: true } },
  { id: 'in-text-npe-hebrew', line: 'input text שלום!' },
  { id: 'in-text-npe-input-jar', line: 'input text Тест' },
  { id: 'in-quote', line: "am broadcast -a ADB_INPUT_TEXT --es msg '(•_•)" },
  { id: 'in-invalid-display', line: 'input -d x tap 1 1' },
  { id: 'ime-unknown-14', line: 'ime set com.example.adbkeyboard/.AdbIME' },
  { id: 'ime-unknown-other', line: 'ime set com.alexal1.adbkeyboard/.AdbIME' },
  { id: 'ime-selected', line: `ime set ${KEYBOARD}` },
  { id: 'ime-selected-adb', line: `ime set ${ADB_KEYBOARD}` },
  { id: 'ime-enabled', line: `ime enable ${ADB_KEYBOARD}`, before: [`ime disable ${ADB_KEYBOARD}`] },
  { id: 'ime-list', line: 'ime list -s' },
  {
    id: 'ime-list-long',
    line: 'ime list -a',
    expected: { methods: [KEYBOARD, ADB_KEYBOARD, 'com.github.uiautomator/.AdbKeyboard'] },
  },
  { id: 'ime-reset', line: 'ime reset', expected: { selected: KEYBOARD } },
  {
    id: 'ime-current',
    line: 'settings get secure default_input_method',
    expected: { selected: KEYBOARD },
  },
  { id: 'bc-misparsed', line: 'am broadcast -a ADB_INPUT_TEXT --es msg hello? Hello?' },
  { id: 'bc-sent', line: "am broadcast -a ADB_INPUT_TEXT --es msg 'hello?'" },
  {
    id: 'bc-sent-package',
    line: 'am broadcast -a ADB_INPUT_B64 -p com.android.adbkeyboard --es msg aGVsbG8=',
  },
  { id: 'install-restricted', line: 'pm install /data/local/tmp/app.apk' },
  {
    id: 'pkg-list-filter-many',
    line: 'pm list packages org.example',
    expected: { packages: [NOTES, 'org.example.home'] },
  },
  {
    id: 'pkg-list-vc',
    line: 'cmd package list packages --show-versioncode org.example',
    expected: { packages: [NOTES, 'org.example.home'] },
  },
  { id: 'pkg-path', line: `pm path ${NOTES}` },
  { id: 'pkg-path-none', line: 'pm path no.such.app' },
  {
    id: 'resolve-ok',
    line: `cmd package resolve-activity --brief -a android.intent.action.MAIN ${NOTES}`,
    expected: { component: `${NOTES}/.List` },
  },
  { id: 'resolve-none', line: 'cmd package resolve-activity --brief no.such.app' },
  {
    id: 'monkey-ok',
    line: `monkey -p ${NOTES} -c android.intent.category.LAUNCHER 1`,
    expected: { launched: NOTES },
  },
  { id: 'monkey-none-12', line: 'monkey -p no.such.app 1' },
  { id: 'start-no-class-14', line: 'am start -n com.android.settings/.MainActivity' },
  {
    id: 'start-cold',
    line: `am start -W -n ${NOTES}/.List`,
    expected: { started: true, how: 'cold', landedOn: `${NOTES}/.List` },
  },
  { id: 'start-unresolved', line: 'am start -a android.intent.action.VIEW -d exp://localhost:19000' },
  { id: 'start-bad-component', line: 'am start -n not-a-component' },
  { id: 'clear-ok', line: `pm clear ${NOTES}` },
  { id: 'get-null', line: 'settings get global no_such_key' },
  {
    id: 'get-one',
    line: 'settings get global airplane_mode_on',
    before: ['settings put global airplane_mode_on 1'],
  },
  { id: 'setprop-failed', line: 'setprop ro.serialno 123456' },
  { id: 'airplane-broadcast', line: 'am broadcast -a android.intent.action.AIRPLANE_MODE --ez state true' },
  { id: 'clipboard-none', line: 'cmd clipboard set text x' },
  { id: 'sh-not-found-stdin', line: 'adb' },
  { id: 'locale-unchanged', line: 'am get-config' },
  { id: 'timezone', line: 'getprop persist.sys.timezone', expected: { timezone: 'UTC' } },
  { id: 'locale-persist', line: 'getprop persist.sys.locale', expected: { locale: 'en-US' } },
  { id: 'size-nexus4', line: 'wm size', expected: { size: [270, 600], physical: [270, 600] } },
  { id: 'density', line: 'wm density', expected: { density: 160 } },
  { id: 'rot-0', line: 'dumpsys input' },
  { id: 'ins-failed', line: 'am instrument -w no.such.app/R' },
  { id: 'tr-none', line: 'host:transport-any', to: 'server', phones: 0 },
  { id: 'tr-ambiguous-reply', line: 'host:transport-any', to: 'server', phones: 2 },
  { id: 'tr-notfound', line: 'host:transport:nobody', to: 'server' },
  {
    id: 'connect-already',
    line: 'host:connect:192.168.1.205:5555',
    to: 'server',
  },
  { id: 'disconnect-unknown', line: 'host:disconnect:192.168.1.23:5555', to: 'server' },
  { id: 'tcpip-ok', line: 'tcpip:5555', to: 'service' },
];
