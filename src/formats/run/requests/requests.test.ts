import { appendFile, readFile, stat, truncate } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import * as fc from 'fast-check';
import { temporaryFolder } from '../../../testing/run-fakes/run-fake.js';
import { canonicalJson, sha256 } from '../canonical-json.js';
import { KeptRequests, readRequests } from './read-requests.js';
import { requestFilePath } from './request-file.js';
import { RequestWriter } from './request-writer.js';
import type { SentMessage, SentRequest } from './sent-request.js';

const KEY = { item: 'pay the bill', repeat: 1 };
const LONG = `${'What to do, and how the answer has to look. '.repeat(20)}\n\n`;
const PICTURE = { type: 'image', mediaType: 'image/png', sha256: sha256('a screen') } as const;

function text(role: SentMessage['role'], words: string): SentMessage {
  return { role, content: [{ type: 'text', text: words }] };
}

/** A conversation that sends all of its earlier turns again, as the request of each step. */
function conversation(steps: number): readonly SentRequest[] {
  const turns = (step: number): readonly SentMessage[] => [
    { role: 'user', content: [{ type: 'text', text: `${LONG}Step ${step} of the task` }, PICTURE] },
    text('assistant', `I tap the button of step ${step}, since that is the one that the task names.`),
  ];
  return Array.from({ length: steps }, (_, step) => ({
    temperature: 0,
    messages: [
      text('system', `${LONG}You act on a phone.`),
      ...Array.from({ length: step }, (_step, earlier) => turns(earlier)).flat(),
      ...turns(step).slice(0, 1),
    ],
  }));
}

function hashOf(request: SentRequest): string {
  return sha256(canonicalJson(request));
}

function addAll(directory: string, requests: readonly SentRequest[]): void {
  const writer = new RequestWriter(directory, KEY, 2);
  for (const request of requests) writer.add(hashOf(request), request);
}

describe('requests of an attempt', () => {
  it('come back as they were sent, whatever they say', async () => {
    const content = fc.oneof(
      fc.record({
        type: fc.constant('text' as const),
        text: fc.oneof(
          fc.string({ unit: 'binary' }),
          fc.constantFrom(LONG, `${LONG}${LONG}`, `a\n\n${LONG}\n\n`, '\n\n'),
        ),
      }),
      fc.constant(PICTURE),
    );
    const message = fc.record({
      role: fc.constantFrom('system' as const, 'user' as const, 'assistant' as const),
      content: fc.array(content, { maxLength: 4 }),
    });
    const requests = fc.array(fc.record({ seed: fc.nat(), messages: fc.array(message) }), { maxLength: 5 });
    await fc.assert(
      fc.asyncProperty(requests, async (sent) => {
        await using folder = await temporaryFolder();
        addAll(folder.path, sent);
        const kept = await readRequests(folder.path, KEY, 2);
        expect(sent.map((request) => kept.find(hashOf(request)))).toEqual(sent);
      }),
      { numRuns: 15 },
    );
  });

  it('take of a conversation what each step adds to it', async () => {
    await using folder = await temporaryFolder();
    const requests = conversation(30);
    addAll(folder.path, requests);
    const { size } = await stat(requestFilePath(folder.path, KEY, 2));
    const whole = requests.reduce((sum, request) => sum + canonicalJson(request).length, 0);
    expect(size * 20).toBeLessThan(whole);
    // Asked again, such as by a step that is done over, it is the same one.
    addAll(folder.path, requests);
    expect((await stat(requestFilePath(folder.path, KEY, 2))).size).toBe(size);
  });

  it('go on after a crash at any byte with the bytes of a run that had none', async () => {
    await using folder = await temporaryFolder();
    const requests = conversation(4);
    addAll(folder.path, requests);
    const file = requestFilePath(folder.path, KEY, 2);
    const whole = await readFile(file);
    for (let cut = 0; cut < whole.length; cut += 97) {
      await truncate(file, cut);
      const kept = await readRequests(folder.path, KEY, 2);
      const found = requests.map((request) => kept.find(hashOf(request)));
      expect(found.filter((one) => one !== null)).toEqual(requests.slice(0, found.indexOf(null)));
      addAll(folder.path, requests);
      expect((await readFile(file)).equals(whole)).toBe(true);
    }
  });

  it('are none where nothing was kept, lines are none, or a request is not what its hash says', async () => {
    await using folder = await temporaryFolder();
    expect((await readRequests(folder.path, KEY, 2)).hashes).toEqual(new Set());
    const [request] = conversation(1);
    if (request === undefined) throw new Error('no request');
    addAll(folder.path, [request]);
    const file = requestFilePath(folder.path, KEY, 2);
    await appendFile(file, 'null\n{"message":7}\n[]\n{"text":0,"of":"another"}\n');
    const kept = await readRequests(folder.path, KEY, 2);
    expect(kept.hashes).toEqual(new Set([hashOf(request)]));
    expect(kept.find(hashOf(request))).toBeNull();
    expect(new KeptRequests('').find(hashOf(request))).toBeNull();
  });

  it('stop at a bound', async () => {
    await using folder = await temporaryFolder();
    const writer = new RequestWriter(folder.path, KEY, 2, { mostBytes: 1000 });
    const requests = conversation(5);
    for (const request of requests) writer.add(hashOf(request), request);
    const kept = await readRequests(folder.path, KEY, 2);
    expect(requests.map((request) => kept.find(hashOf(request)) !== null)).toEqual([
      true,
      false,
      false,
      false,
      false,
    ]);
  });
});
