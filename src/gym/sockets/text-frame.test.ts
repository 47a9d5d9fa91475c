import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { textFrame } from './text-frame.js';

describe('textFrame', () => {
  it('is read by others, whatever its length', async () => {
    const texts = ['', 'é', 'x'.repeat(125), 'x'.repeat(126), 'é'.repeat(40_000), 'y'.repeat(65_536)];
    const server = new WebSocketServer({ host: '127.0.0.1', port: 0, perMessageDeflate: false });
    server.on('connection', (_, request) => {
      for (const text of texts) request.socket.write(textFrame(text));
    });
    await once(server, 'listening');
    const client = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`);
    const got: string[] = [];
    client.on('message', (data: Buffer) => got.push(data.toString('utf8')));
    while (got.length < texts.length) await once(client, 'message');
    client.terminate();
    server.close();
    expect(got).toEqual(texts);
  });
});
