import { describe, expect, it } from 'vitest';
import { smallPng } from '../../../testing/small-png.js';
import { readScreenshot, wholePng } from './screenshot-answer.js';

const PNG = Uint8Array.from(smallPng({ width: 4, height: 4 }));

function answer(stdout: Uint8Array | string, stderr = ''): Parameters<typeof wholePng>[0] {
  return { command: 'screencap -p', stdout, stderr, exitCode: 0 };
}

function translated(bytes: Uint8Array): Uint8Array {
  return Uint8Array.from([...bytes].flatMap((byte) => (byte === 0x0a ? [0x0d, 0x0a] : [byte])));
}

describe('wholePng', () => {
  it('gives the picture as it is', () => {
    expect(wholePng(answer(PNG))).toEqual({ png: PNG, repaired: null });
  });

  it('cuts off what was printed before the picture and after it', () => {
    const noisy = Uint8Array.from(
      Buffer.concat([Buffer.from('[Warning] two displays\n'), PNG, Buffer.from('\n')]),
    );
    expect(wholePng(answer(noisy))).toEqual({ png: PNG, repaired: 'prefix' });
  });

  it('takes a line discipline back, behind a text too', () => {
    expect(wholePng(answer(translated(PNG)))).toEqual({ png: PNG, repaired: 'crlf' });
    const noisy = Uint8Array.from(Buffer.concat([Buffer.from('x\r\n'), translated(PNG)]));
    expect(wholePng(answer(noisy))).toEqual({ png: PNG, repaired: 'crlf' });
  });

  it.each([0, 7, 8, 20, 40, PNG.length - 1])('finds a picture cut off after %i bytes', (length) => {
    const error = length === 0 ? 'screenshot-empty' : 'screenshot-corrupt';
    expect(wholePng(answer(PNG.subarray(0, length)))).toMatchObject({ error });
  });

  it('does not look for a picture further in than 4,096 bytes', () => {
    const before = (length: number): Uint8Array =>
      Uint8Array.from(Buffer.concat([Buffer.alloc(length, 0x41), PNG]));
    expect(readScreenshot(answer(before(4096)))).toMatchObject({ offset: 4096, repaired: 'prefix' });
    expect(readScreenshot(answer(before(4097)))).toMatchObject({ error: 'output-unreadable' });
  });

  it('takes a picture whatever is said beside it', () => {
    expect(wholePng(answer(PNG, 'Capturing failed.')).error).toBeUndefined();
  });
});
