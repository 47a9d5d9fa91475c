import { parseHierarchy } from '../src/domain/hierarchy/parse-hierarchy.js';
import { parseBounds } from '../src/domain/hierarchy/bounds.js';
import { decodeLine, encodeLine } from '../src/formats/run/journal/event-line.js';
import { decodePicture } from '../src/benchmarks/suite/lint/world-files.js';
import { decodePixels } from '../src/observations/pictures/pixels.js';
import { pictureSize } from '../src/domain/coordinates/picture-size.js';
import { parseJsonPath, textAt } from '../src/phone/answers/json-path.js';
import { MemoryFiles } from '../src/phone/files/memory-files.js';
import { PatternError } from '../src/phone/pattern/pattern-program.js';
import { parseJavaPattern } from '../src/phone/pattern/parse-java-pattern.js';
import { parsePosixPattern } from '../src/phone/pattern/parse-posix-pattern.js';
import { parseMask } from '../src/app/record/parse-mask.js';
import { readPhoneSnapshot } from '../src/environments/chromium/phone-snapshot.js';
import { readArchive, writeArchive } from '../src/phone/shell/programs/archives/tar-format.js';
import { readLogFilter } from '../src/phone/tools/logcat/log-filter.js';
import { readLogFormat } from '../src/phone/tools/logcat/log-format.js';
import { readableHierarchy } from '../src/builder/world/screen-identity.js';
import { parseForward } from '../src/phone/server/forward-request.js';
import { hostRequest, transportId } from '../src/phone/server/host-request.js';
import { RequestReader } from '../src/phone/server/request-reader.js';
import { ArithmeticError, calculate } from '../src/phone/shell/arithmetic.js';
import { stdinOf } from '../src/phone/shell/shell-frames.js';
import { parseAwk } from '../src/phone/shell/programs/awk-script.js';
import { parseSedScript } from '../src/phone/shell/programs/sed-script.js';
import { syncService } from '../src/phone/sync/sync-service.js';
import { PACKET_COMMAND, packetHeader } from '../src/phone/transport/packet.js';
import { PacketReader } from '../src/phone/transport/packet-reader.js';
import { RpcError } from '../src/phone/uiautomator2/json-rpc.js';
import { readSelector } from '../src/phone/uiautomator2/ui-selector.js';
import { uiautomator2Service } from '../src/phone/uiautomator2/uiautomator2-service.js';
import { hierarchyXml, uiNode } from '../src/testing/hierarchy-xml.js';
import { PhoneClient } from '../src/testing/phones/phone-client.js';
import {
  phoneScreen,
  programsOf,
  runTool,
  scriptedControls,
} from '../src/testing/phones/scripted-controls.js';
import { smallPng } from '../src/testing/small-png.js';
import { trialShell } from '../src/testing/phones/trial-shell.js';
import { readThrough } from './file-reader.js';
import { bytesReader, textReader, valueReader, type FuzzReader } from './fuzz-reader.js';

const XML = hierarchyXml([
  uiNode({ class: 'android.widget.FrameLayout', bounds: '[0,0][1080,2400]' }, [
    uiNode({ text: 'Network & internet', 'resource-id': 'org.example:id/row', bounds: '[0,100][1080,200]' }),
    uiNode({ text: 'é "x" <y>', class: 'android.widget.EditText', focused: 'true', bounds: '[0,4][9,500]' }),
  ]),
]);
const PNG = smallPng({ width: 4, height: 4 });
const PATTERNS = ['(a|b)*c+[^d-f]', '[[:alpha:]]{2,3}$', '^x\\(y\\)?.*', '(?i)\\bfoo\\d+'];
const LINES = [
  'i=0; while [ $i -lt 3 ]; do echo $i; i=$((i+1)); done',
  'for x in a "b c"; do case $x in a*) echo "${x%a}";; *) echo `echo $x`;; esac; done',
  'f() { echo "$1-$#"; return 3; }; f a | grep -o "[a-z]*" && ls -l / > /sdcard/x 2>&1; cat <<E\nx\nE\n',
  "echo a,b | sed -e 's/a/b/g;2d' | awk -F, '{ print $1 \"x\" NR }' | sort -rn | head -n 1 | tr a-z A-Z | cut -c1-3",
  'printf "%5.2f %s %x\\n" 3.14159 abc 255; test -f /sdcard/x || echo no; date +%s; seq 1 3 | wc -l',
];
const PROGRAMS = [
  'am start -W -a android.intent.action.VIEW -d https://example.org/x?y=1 -n org.example/.Main --es k v --ei n 5',
  'am broadcast -a ADB_INPUT_TEXT --es msg hello',
  'am force-stop org.example',
  'content query --uri content://com.mobilerun.portal/state_full',
  'content insert --uri content://com.droidrun.portal/keyboard/input --bind base64_text:s:aGVsbG8=',
  'input swipe 100 200 300 400 500',
  'input text hello%sworld',
  'input keyevent --longpress 66 KEYCODE_HOME',
  'settings put global window_animation_scale 0',
  'pm list packages -3 -f org',
  'cmd package resolve-activity --brief org.example',
  'dumpsys window displays',
  'wm size',
  'monkey -p org.example -c android.intent.category.LAUNCHER 1',
  'ime set com.android.adbkeyboard/.AdbIME',
  'getprop ro.product.model',
  'screencap -p',
  'uiautomator dump /dev/tty',
];
const RPC = [
  ['click', [100, 100]],
  ['dumpWindowHierarchy', [false, 50]],
  ['objInfo', [{ mask: 1, text: 'Network & internet', childOrSibling: [], childOrSiblingSelector: [] }]],
  ['setText', [{ mask: 16, className: 'android.widget.EditText' }, 'new']],
  ['swipePoints', [[1, 2, 3, 4], 5]],
  ['waitForExists', [{ mask: 1, text: 'x' }, 0]],
  ['deviceInfo', []],
].map(([method, params]) => JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }));

function packets(): Buffer {
  const payload = Buffer.from('host::features=shell_v2\0');
  const packet = { command: PACKET_COMMAND.connect, arg0: 0x01000001, arg1: 4096, payload };
  const header = packetHeader(packet, { isChecked: true });
  return Buffer.concat([header, payload, header, payload]);
}

/** Bytes as a client sends them: in two pieces. */
async function* inPieces(bytes: Buffer): AsyncGenerator<Uint8Array> {
  const middle = bytes.length >> 1;
  yield bytes.subarray(0, middle);
  yield bytes.subarray(middle);
}

function syncRequest(id: string, text: string): Buffer {
  const head = Buffer.alloc(8);
  head.write(id, 'latin1');
  head.writeUInt32LE(Buffer.byteLength(text), 4);
  return Buffer.concat([head, Buffer.from(text)]);
}

/** What clients of the phone send, and what it shows. */
export const PHONE_READERS: readonly FuzzReader[] = [
  textReader({
    name: 'arguments of logcat',
    covers: [
      'phone/tools/logcat/log-filter.ts readLogFilter',
      'phone/tools/logcat/log-format.ts readLogFormat',
    ],
    samples: ['ActivityManager:I *:S', 'threadtime,usec zone', 'Tag'],
    read: (text) => [readLogFilter([text]), readLogFormat([text])],
  }),
  bytesReader({
    name: 'readArchive',
    covers: ['phone/shell/programs/archives/tar-format.ts readArchive'],
    samples: () => [
      writeArchive([
        { name: 'folder', mode: 0o755, mtime: 1, bytes: null },
        { name: `folder/${'n'.repeat(120)}`, mode: 0o644, mtime: 2, bytes: Buffer.from('text') },
      ]),
    ],
    read: readArchive,
  }),
  textReader({
    name: 'parseMask',
    covers: ['app/record/parse-mask.ts parseMask'],
    samples: ['0,0.9,1,1', '0.25, 0, 0.5, 1'],
    read: parseMask,
  }),
  valueReader({
    name: 'readPhoneSnapshot',
    covers: ['environments/chromium/phone-snapshot.ts readPhoneSnapshot'],
    samples: [{ task: 't', isHome: true, home: null, apps: [{ package: 'org.a.b', state: { x: 1 } }] }],
    // Anything that is no object is refused by the schema.
    read: (value) => readPhoneSnapshot(value as Record<string, unknown>, ['org.a.b']),
  }),
  textReader({
    name: 'parseHierarchy',
    covers: [
      'domain/hierarchy/parse-hierarchy.ts parseHierarchy',
      'domain/hierarchy/scan-hierarchy.ts scanHierarchy',
      'domain/hierarchy/attribute-value.ts decodeAttributeValue',
    ],
    samples: [XML],
    read: (text) => parseHierarchy(text.length % 2 === 0 ? text : Buffer.from(text)),
  }),
  bytesReader({
    name: 'readableHierarchy',
    covers: ['builder/world/screen-identity.ts readableHierarchy'],
    samples: () => [Buffer.from(XML), Buffer.from(XML, 'utf16le')],
    read: readableHierarchy,
  }),
  textReader({
    name: 'parseBounds',
    covers: ['domain/hierarchy/bounds.ts parseBounds'],
    samples: ['[0,0][1080,2400]', '[-5,1][3,2]'],
    read: parseBounds,
  }),
  textReader({
    name: 'parseJsonPath',
    covers: ['phone/answers/json-path.ts parseJsonPath'],
    samples: ['$.steps[-1].text', '$["final answer"][0]', "$['a'].b"],
    read: (text) => textAt({ steps: [{ text: 'x' }], a: { b: 1 } }, parseJsonPath(text)),
  }),
  bytesReader({
    name: 'PacketReader',
    covers: ['phone/transport/packet-reader.ts PacketReader'],
    samples: () => [packets()],
    read: (bytes) => {
      const reader = new PacketReader(() => undefined);
      const middle = bytes.length >> 1;
      return [reader.push(bytes.subarray(0, middle)), reader.push(bytes.subarray(middle))];
    },
  }),
  bytesReader({
    name: 'RequestReader',
    covers: ['phone/server/request-reader.ts RequestReader'],
    samples: () => [Buffer.from('000Chost:version0012host:transport-any'), Buffer.from('000Chost:devices')],
    read: (bytes) => {
      const reader = new RequestReader();
      let rest = bytes;
      for (;;) {
        const piece = reader.push(rest);
        if (piece.type !== 'request' || piece.rest.length === 0) return piece;
        rest = piece.rest;
      }
    },
  }),
  textReader({
    name: 'hostRequest',
    covers: ['phone/server/host-request.ts hostRequest', 'phone/server/host-request.ts transportId'],
    samples: [
      'host:version',
      'host-serial:phone-1:get-state',
      'host-transport-id:1:features',
      'host:tport:any',
    ],
    read: (text) => [hostRequest(text, ['phone-1', '127.0.0.1:5555']), transportId(text)],
  }),
  textReader({
    name: 'parseForward',
    covers: ['phone/server/forward-request.ts parseForward'],
    samples: ['forward:tcp:0;tcp:9008', 'forward:norebind:tcp:1;localabstract:x'],
    read: parseForward,
  }),
  bytesReader({
    name: 'syncService',
    covers: ['phone/sync/sync-service.ts syncService'],
    samples: () => [
      Buffer.concat([syncRequest('STAT', '/sdcard'), syncRequest('LIST', '/'), syncRequest('QUIT', '')]),
      Buffer.concat([
        syncRequest('SEND', '/sdcard/a,33188'),
        syncRequest('DATA', 'hello'),
        syncRequest('DONE', ''),
        syncRequest('RECV', '/sdcard/a'),
      ]),
    ],
    read: async (bytes) => {
      const client = new PhoneClient();
      client.send(bytes);
      client.end();
      await syncService(new MemoryFiles({ now: () => 0 }))(client);
    },
  }),
  bytesReader({
    name: 'stdinOf',
    covers: ['phone/shell/shell-frames.ts stdinOf'],
    samples: () => [Buffer.from([0, 2, 0, 0, 0, 0x61, 0x62, 5, 1, 0, 0, 0, 0x31, 3, 0, 0, 0, 0])],
    read: (bytes) => readThrough(stdinOf(inPieces(bytes))),
  }),
  textReader({
    name: 'shell',
    covers: ['phone/shell/phone-shell.ts phoneShell', 'phone/shell/programs/read-options.ts readOptions'],
    samples: LINES,
    // Longer lines are read alike, and a loop that a change made endless ends by the shell's own bound.
    read: (text) => trialShell().run(text.slice(0, 4000)),
  }),
  textReader({
    name: "Android's programs",
    covers: ['phone/tools/activity/intent.ts readIntent', 'phone/portal/portal.ts portalQuery'],
    samples: PROGRAMS,
    read: async (text) => {
      const [first = '', ...words] = text.slice(0, 4000).split(' ');
      const controls = scriptedControls({ observation: phoneScreen({ hierarchy: XML, picture: PNG }) });
      const find = programsOf(controls);
      const name = find(first) === undefined ? 'am' : first;
      await runTool(find, [name, ...words], { stdin: [Buffer.from(text)] });
    },
  }),
  textReader({
    name: 'calculate',
    covers: ['phone/shell/arithmetic.ts calculate'],
    refusesWith: [ArithmeticError],
    samples: ['1+2*(3-x)', 'x=5, x++ ? ~0x10 : 1<<4', '-5/2 % 3 && !y'],
    read: (text) => calculate(text, { get: () => '7', set: () => undefined }),
  }),
  textReader({
    name: 'parsePosixPattern',
    covers: ['phone/pattern/parse-posix-pattern.ts parsePosixPattern'],
    refusesWith: [PatternError],
    samples: PATTERNS,
    read: (text) => parsePosixPattern(text, text.length % 2 === 0 ? 'basic' : 'extended'),
  }),
  textReader({
    name: 'parseJavaPattern',
    covers: ['phone/pattern/parse-java-pattern.ts parseJavaPattern'],
    refusesWith: [PatternError],
    samples: PATTERNS,
    read: parseJavaPattern,
  }),
  textReader({
    name: 'parseSedScript',
    covers: ['phone/shell/programs/sed-script.ts parseSedScript'],
    refusesWith: [PatternError],
    samples: ['s/a\\(b\\)/\\1&/g2;/x/,$!d', '1,3p;y/abc/def/;$a\\text', ':a;N;$!ba;s|\\n| |'],
    read: (text) => parseSedScript(text, text.length % 2 === 0 ? 'basic' : 'extended'),
  }),
  textReader({
    name: 'parseAwk',
    covers: ['phone/shell/programs/awk-script.ts parseAwk'],
    refusesWith: [PatternError],
    samples: ['BEGIN { FS="," } /a/ && $1 > 2 { print $1, NR; x[$2]++ } END { printf "%d\\n", x["a"] }'],
    read: parseAwk,
  }),
  textReader({
    name: 'uiautomator2',
    covers: ['phone/uiautomator2/uiautomator2-service.ts uiautomator2Service'],
    samples: RPC,
    read: async (body) => {
      const controls = scriptedControls({ observation: phoneScreen({ hierarchy: XML, picture: PNG }) });
      const client = new PhoneClient();
      client.send(
        Buffer.from(
          `POST /jsonrpc/0 HTTP/1.1\r\nHost: x\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
        ),
      );
      client.end();
      await uiautomator2Service(controls)(client);
    },
  }),
  valueReader({
    name: 'readSelector',
    covers: ['phone/uiautomator2/ui-selector.ts readSelector'],
    refusesWith: [RpcError],
    samples: [
      {
        mask: 1,
        text: 'x',
        childOrSibling: ['child'],
        childOrSiblingSelector: [{ mask: 16, className: 'y' }],
      },
      { mask: 4, textMatches: '.*a', instance: 2 },
    ],
    // The protocol has distinguished records from other values before.
    read: (value) =>
      typeof value === 'object' && value !== null && !Array.isArray(value)
        ? readSelector({ ...value })
        : undefined,
  }),
  bytesReader({
    name: 'decodePixels',
    covers: ['observations/pictures/pixels.ts decodePixels'],
    samples: () => [PNG],
    read: (bytes) => decodePixels(bytes, { file: 'picture.png' }),
  }),
  bytesReader({
    name: 'decodePicture',
    covers: ['benchmarks/suite/lint/world-files.ts decodePicture'],
    samples: () => [PNG],
    read: decodePicture,
  }),
  bytesReader({
    name: 'pictureSize',
    covers: ['domain/coordinates/picture-size.ts pictureSize'],
    samples: () => [
      PNG,
      Buffer.from('ffd8ffe000104a46494600010100000100010000ffc0001108000a001403012200021101031101', 'hex'),
      Buffer.from('52494646240000005745425056503820180000003001009d012a0a001400', 'hex'),
    ],
    read: pictureSize,
  }),
  bytesReader({
    name: 'decodeLine',
    covers: ['formats/run/journal/event-line.ts decodeLine'],
    samples: () => [Buffer.from(encodeLine({ type: 'run-end' }, 3).trimEnd())],
    read: (bytes) => decodeLine(bytes, () => true),
  }),
];
