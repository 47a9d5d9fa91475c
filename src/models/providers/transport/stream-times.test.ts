import { describe, expect, it } from 'vitest';
import { streamTimes, type TokenFinder } from './stream-times.js';
import type { Arrival } from './transport.js';

const tokenIn: TokenFinder = (event) => {
  const { text, thought } = event as { text?: string; thought?: string };
  return text === undefined ? (thought === undefined ? null : 'reasoning') : 'text';
};

/** Pieces of a stream and the moments they come, as one text and its arrivals. */
function stream(...pieces: readonly (readonly [text: string, ms: number])[]): [string, Arrival[]] {
  let bytes = 0;
  const arrivals = pieces.map(([text, ms]) => {
    bytes += Buffer.byteLength(text);
    return { bytes, ms };
  });
  return [pieces.map(([text]) => text).join(''), arrivals];
}

const timesOf = (...pieces: readonly (readonly [text: string, ms: number])[]) =>
  streamTimes(...stream(...pieces), tokenIn);

describe('streamTimes', () => {
  it('goes by the first and the last event that bring something', () => {
    expect(
      timesOf(
        ['data: {"role":"assistant"}\n\n', 5],
        ['data: {"text":"a"}\n\n', 20],
        ['data: {"text":"b"}\n\n', 30],
        ['data: {"usage":3}\n\ndata: [DONE]\n\n', 90],
      ),
    ).toEqual({ firstMs: 20, lastMs: 30, firstTextMs: 20 });
  });

  it('tells thinking from the answer', () => {
    expect(
      timesOf(
        ['data: {"thought":"a"}\n\n', 10],
        ['data: {"thought":"b"}\n\n', 20],
        ['data: {"text":"c"}\n\n', 30],
      ),
    ).toEqual({ firstMs: 10, lastMs: 30, firstTextMs: 30 });
    expect(timesOf(['data: {"thought":"a"}\n\n', 10], ['data: {"thought":"b"}\n\n', 20])).toEqual({
      firstMs: 10,
      lastMs: 20,
      firstTextMs: null,
    });
  });

  it('takes an event that comes in pieces to have come with its last one, whatever its characters', () => {
    expect(
      timesOf(['data: {"te', 10], ['xt":"好', 20], ['的 😀"}', 30], ['\n\ndata: {"text":"b"}\n\n', 40]),
    ).toEqual({
      firstMs: 30,
      lastMs: 40,
      firstTextMs: 30,
    });
    // Two characters of three bytes and one of four before the event: counted in characters, it would come with the first piece.
    expect(timesOf(['data: {"a":"好的😀"}\n\n', 10], ['data: {"text":"b"}\n', 20])?.firstMs).toBe(20);
  });

  it('has events that came together at one time', () => {
    expect(timesOf(['data: {"text":"a"}\n\ndata: {"text":"b"}\n\n', 10])).toEqual({
      firstMs: 10,
      lastMs: 10,
      firstTextMs: 10,
    });
  });

  it('finds nothing in what brings nothing, or is no stream', () => {
    for (const text of [
      '',
      'data: {"role":"assistant"}\n',
      '<html></html>',
      'data: {',
      'text: {"text":"a"}\n',
    ]) {
      expect(timesOf([text, 10])).toBeNull();
    }
  });

  it('gives the last moment to what lies beyond the bytes that came', () => {
    expect(streamTimes('data: {"text":"a"}\n', [{ bytes: 3, ms: 7 }], tokenIn)?.firstMs).toBe(7);
  });
});
