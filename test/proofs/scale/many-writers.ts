import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { itemKeyText } from '../../../src/domain/episode.js';
import { EventFileWriter } from '../../../src/formats/run/journal/event-file-writer.js';
import type { JournalEvent } from '../../../src/formats/run/journal/event.js';
import { journalPath, readJournal } from '../../../src/formats/run/run-folder.js';
import { RunLock } from '../../../src/formats/run/run-lock.js';

export interface ManyWritersOptions {
  /** Folder of a run of one writer whose events they write. */
  readonly from: string;
  readonly writers: number;
  /** Events that each writes at a time, and milliseconds between two such times. */
  readonly together: number;
  readonly pauseMs: number;
  /** Called with the share of the events that is written, 0 to 1; waited for. */
  readonly onShare: (share: number) => Promise<void>;
}

/** Writes a run as many workers do, a journal each: every item is one writer's. @returns how many events they wrote */
export async function writeAsMany(directory: string, options: ManyWritersOptions): Promise<number> {
  const { from, writers, together, pauseMs, onShare } = options;
  const { start, end, parts } = await partsOf(from, writers);
  const events = parts.reduce((sum, part) => sum + part.length, 0);
  await mkdir(directory, { recursive: true });
  const lock = await RunLock.acquire(directory);
  await using main = await EventFileWriter.create<JournalEvent>(journalPath(directory, 'main'), start);
  const journals: EventFileWriter<JournalEvent>[] = [];
  for (const place of parts.keys()) {
    const writer = `w${place}`;
    journals.push(await EventFileWriter.create(journalPath(directory, writer), { ...start, writer }));
  }
  let written = 0;
  for (let from_ = 0; written < events; from_ += together) {
    for (const [place, part] of parts.entries()) {
      const now = part.slice(from_, from_ + together);
      for (const event of now) journals[place]?.append(event);
      journals[place]?.writeSoon();
      written += now.length;
    }
    await onShare(written / events);
    await sleep(pauseMs);
  }
  for (const journal of journals) {
    journal.append({ ...end, joined: true });
    await journal.commit();
    await journal[Symbol.asyncDispose]();
  }
  main.append(end);
  await main.commit();
  await lock.release();
  return events;
}

/** The events of a run, item by item in turn for each writer. */
async function partsOf(from: string, writers: number) {
  let start: Extract<JournalEvent, { type: 'run-start' }> | null = null;
  let end: Extract<JournalEvent, { type: 'run-end' }> | null = null;
  const parts = Array.from({ length: writers }, (): JournalEvent[] => []);
  const places = new Map<string, number>();
  /** The task of the item that comes next. */
  let task: JournalEvent | null = null;
  for await (const { event } of readJournal(journalPath(from, 'main'), {})) {
    if (event.type === 'run-start') start = event;
    else if (event.type === 'run-end') end = event;
    else if (event.type === 'task') task = event;
    else if ('attempt' in event) {
      const key = itemKeyText(event);
      const place = places.get(key) ?? places.size % writers;
      places.set(key, place);
      const part = parts[place];
      if (task !== null) part?.push(task);
      task = null;
      part?.push(event);
    }
  }
  if (start === null || end === null) throw new Error(`${join(from, 'journal-main.jsonl')} is not whole`);
  return { start, end, parts };
}
