import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const SOURCE = fileURLToPath(new URL('../src', import.meta.url));

/** What opens a file for reading, under any name of the import: a pipe hangs it, a device never ends. */
const OPENERS = new Set([
  'copyFile',
  'copyFileSync',
  'cp',
  'cpSync',
  'createReadStream',
  'open',
  'openAsBlob',
  'openSync',
  'promises',
  'readFile',
  'readFileSync',
]);

/** Who opens files by other means than `src/files/`, and why that can neither hang nor read what a stranger put there. */
const ALLOWED: Record<string, string> = {
  'app/judge/label-run.ts': 'writes a page of its own, one episode at a time',
  'environments/android/pool/device-records.ts': "files of the user's own folder, which it wrote itself",
  'environments/android/state/device-journal.ts':
    "what is to be taken back of a device, in the user's own folder; Touchstone alone writes it",
  'cli/help/help-file.ts': 'a file of the build, next to the program that it is of',
  'app/doctor/doctor-checks.ts': 'writes a probe of its own and measures how long that takes',
  'formats/record-files/buffered-file.ts': 'writes the export; opened for writing only',
  'formats/record-files/shuffled-entries.ts': 'reads back the spool that this process has just written',
  'app/trust/own-key.ts':
    "reads and writes a key in the user's own folder, or beside the file of a server's users",
  'formats/side-files/append-side-line.ts': 'appends to its own file, follows no link and waits for no pipe',
  'formats/phone/phone-log-writer.ts': 'writes a log that must not be there yet',
  'formats/recording/recording-writer.ts': 'appends to a file that it makes itself',
  'formats/run/journal/event-file-writer.ts':
    'writes journals: a new draft, or one that has just been read to its end',
  'formats/run/requests/request-writer.ts': 'appends to its own file, follows no link and waits for no pipe',
  'formats/run/run-lock.ts': 'makes the lock, and reads /proc/PID/stat',
  'formats/trajectories/write-trajectories.ts': 'writes the export; opened for writing only',
  'models/gateway/recording.ts': 'opens the recording for writing, after refusing pipes',
  'models/gateway/response-cache.ts': 'writes drafts of its own, under random names',
  'phone/run/started-processes.ts': 'reads /proc/PID/… of processes',
  'report/html/viewer-assets.ts': 'reads the viewer of this package',
  'report/html/write-report.ts': 'writes drafts beside the report',
  'version.ts': 'reads the manifest of this package',
};

/** Folders that are not looked through. */
const EXEMPT = [
  // The one place that opens outside files.
  'files/',
  // What tests write and read themselves.
  'testing/',
];

/** Names that a source imports from the file system's modules; `*` for one that imports them whole. */
function importedFrom(text: string): string[] {
  const imports = text.matchAll(
    /(?:import|export)\s+(?!type\b)([^;'"]*?)\s+from\s+['"](?:node:)?fs(?:\/promises)?['"]/g,
  );
  const named = [...imports].flatMap(([, clause = '']) => {
    const list = /\{([^}]*)\}/.exec(clause);
    const whole = clause.replace(/\{[^}]*\}/, '').replaceAll(/[\s,]/g, '');
    return [
      ...(whole === '' ? [] : ['*']),
      ...(list?.[1] ?? '')
        .split(',')
        .map((part) => part.trim().split(/\s+as\s+/)[0] ?? '')
        .filter((name) => name !== '' && !name.startsWith('type ')),
    ];
  });
  const isDynamic = /(?:import|require|getBuiltinModule)\s*\(\s*['"](?:node:)?fs(?:\/promises)?['"]/.test(
    text,
  );
  return isDynamic ? [...named, '*'] : named;
}

function openersOf(text: string): string[] {
  return importedFrom(text).filter((name) => name === '*' || OPENERS.has(name));
}

function sources(): string[] {
  return readdirSync(SOURCE, { recursive: true, encoding: 'utf8' })
    .map((entry) => entry.replaceAll('\\', '/'))
    .filter((entry) => /\.tsx?$/.test(entry) && !/\.test\.tsx?$/.test(entry))
    .filter((entry) => !EXEMPT.some((folder) => entry.startsWith(folder)));
}

describe('files from outside', () => {
  it('are opened by src/files/ alone, but for what is listed with its reason', () => {
    const opening = sources().filter(
      (entry) => openersOf(readFileSync(join(SOURCE, entry), 'utf8')).length > 0,
    );
    expect(opening.toSorted()).toEqual(Object.keys(ALLOWED).toSorted());
  });

  it.each([
    ["import { readFile } from 'node:fs/promises';", ['readFile']],
    ["import { stat, open as opened } from 'node:fs/promises';", ['open']],
    ["import {\n  existsSync,\n  createReadStream,\n} from 'fs';", ['createReadStream']],
    ["import fs from 'node:fs';", ['*']],
    ["import * as fs from 'node:fs/promises';", ['*']],
    ["const fs = await import('node:fs');", ['*']],
    ["import type { FileHandle } from 'node:fs/promises';", []],
    ["import { stat, readdir } from 'node:fs/promises';\nimport { open } from './open.js';", []],
  ])('are seen in %j', (text, openers) => {
    expect(openersOf(text)).toEqual(openers);
  });
});
