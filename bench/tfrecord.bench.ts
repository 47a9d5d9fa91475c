import { createWriteStream } from 'node:fs';
import { once } from 'node:events';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { createGzip } from 'node:zlib';
import { readTfRecords } from '../src/formats/tfrecord/read-tfrecords.js';
import { indexTfRecords } from '../src/formats/tfrecord/record-index.js';
import { maskedCrc32c } from '../src/formats/tfrecord/crc32c.js';
import { TfExample } from '../src/formats/tfrecord/tf-example.js';
import { temporaryFolder } from '../src/testing/run-fakes/run-fake.js';
import { tfExample, tfRecord } from '../src/testing/datasets/write-tfrecords.js';
import type { BenchRow } from './bench-row.js';

const MEGABYTE = 1024 * 1024;
/** Size of the made-up file; TOUCHSTONE_TFRECORD_MB makes it larger. */
const FILE_BYTES = Number(process.env['TOUCHSTONE_TFRECORD_MB'] ?? 256) * MEGABYTE;
/** About as much as an episode of AndroidControl has. */
const RECORD_BYTES = 3 * MEGABYTE;

/** Reading TFRecord files: whole, by an index, packed; and the memory that it takes. */
export async function run(): Promise<BenchRow[]> {
  await using folder = await temporaryFolder({ onDisk: true });
  const plain = join(folder.path, 'plain');
  const packed = join(folder.path, 'packed.gz');
  const records = await write(plain, false);
  await write(packed, true);
  const signal = new AbortController().signal;
  const rows: BenchRow[] = [];
  const block = Buffer.alloc(64 * MEGABYTE, 7);
  const crc = measure(() => maskedCrc32c(block));
  rows.push({ name: 'CRC-32C', value: Math.round(64 / crc), unit: 'MB/s' });
  for (const file of [plain, packed]) {
    const name = file === plain ? 'plain' : 'gzip, incompressible';
    const startedAt = performance.now();
    let read = 0;
    let most = 0;
    for await (const entry of readTfRecords(file, { signal })) {
      if (entry.type === 'broken') throw entry.error;
      TfExample.read(entry.bytes, { file, offset: entry.offset }).integer('episode_id');
      read += 1;
      most = Math.max(most, process.memoryUsage.rss());
    }
    if (read !== records) throw new Error(`${read} of ${records} records were read`);
    const seconds = (performance.now() - startedAt) / 1000;
    rows.push(
      {
        name: `read and check every record, ${name}`,
        value: Math.round(FILE_BYTES / MEGABYTE / seconds),
        unit: 'MB/s',
      },
      {
        name: `most memory of the process meanwhile, ${name}`,
        value: Math.round(most / MEGABYTE),
        unit: 'MB',
      },
    );
  }
  const startedAt = performance.now();
  const index = await indexTfRecords([plain], { idField: 'episode_id', signal });
  if (index.size !== records) throw new Error('the index lacks records');
  rows.push({
    name: `index of ${records} records of ${RECORD_BYTES / MEGABYTE} MB, plain`,
    value: Math.round(performance.now() - startedAt),
    unit: 'ms',
  });
  return rows;
}

/** Writes a file of records with bytes that do not compress; how many there are. */
async function write(file: string, gzip: boolean): Promise<number> {
  const target = createWriteStream(file);
  const stream = gzip ? createGzip({ level: 1 }) : target;
  if (gzip) stream.pipe(target);
  const noise = Buffer.alloc(RECORD_BYTES);
  let state = 1;
  for (let at = 0; at < noise.length; at += 4) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0;
    noise.writeInt32LE(state ^ (state >>> 15), at);
  }
  const count = Math.max(Math.round(FILE_BYTES / RECORD_BYTES), 1);
  for (let id = 0; id < count; id += 1) {
    noise.writeInt32LE(id, 0);
    const record = tfRecord(tfExample({ screenshots: { bytes: [noise] }, episode_id: { integers: [id] } }));
    if (!stream.write(record)) await once(stream, 'drain');
  }
  stream.end();
  await once(target, 'close');
  await stat(file);
  return count;
}

/** Seconds, the median of five. */
function measure(work: () => unknown): number {
  const times = Array.from({ length: 5 }, () => {
    const startedAt = performance.now();
    work();
    return (performance.now() - startedAt) / 1000;
  });
  return times.toSorted((a, b) => a - b)[2] ?? Number.NaN;
}
