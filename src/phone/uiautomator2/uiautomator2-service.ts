import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { PhoneControls } from '../device/phone-controls.js';
import { SHARED_PICTURES, type ScreenPictures } from '../screens/screen-pictures.js';
import type { ServiceStream } from '../service-stream.js';
import { answerRpc } from './json-rpc.js';
import { rpcMethods } from './rpc-methods.js';
import { StreamDuplex } from './stream-duplex.js';

/** Bytes of a request. The longest that clients send are texts. */
const MOST_BYTES = 4 * 1024 * 1024;

/**
 * The service `tcp:9008`: HTTP as uiautomator2's server on the phone speaks it. Every answer closes the connection.
 *
 * Source: openatx uiautomator2, `core.py`, and android-uiautomator-server.
 *
 * @throws {TouchstoneError} when what is on display cannot be had
 */
export function uiautomator2Service(
  controls: PhoneControls,
  pictures: ScreenPictures = SHARED_PICTURES,
): (stream: ServiceStream) => Promise<void> {
  return (stream) => serve(stream, controls, pictures);
}

async function serve(
  stream: ServiceStream,
  controls: PhoneControls,
  pictures: ScreenPictures,
): Promise<void> {
  const methods = rpcMethods({ controls, pictures, signal: stream.gone });
  let failure: { readonly error: unknown } | null = null;
  const handle = async (message: IncomingMessage, response: ServerResponse): Promise<void> => {
    const path = message.url?.split('?', 1)[0];
    if (message.method === 'GET' && path === '/ping') return send(response, 200, 'text/plain', 'pong');
    if (message.method !== 'POST' || path !== '/jsonrpc/0') {
      controls.note('unknown_command', `uiautomator2 ${message.method ?? ''} ${path ?? ''}`);
      return send(response, 404, 'text/plain', 'Not Found');
    }
    const body = await bodyOf(message);
    if (body === null) return send(response, 413, 'text/plain', 'Payload Too Large');
    const answer = await answerRpc(body, methods, (name) =>
      controls.note('unknown_command', `uiautomator2 ${name}`),
    );
    return send(response, 200, 'application/json', JSON.stringify(answer));
  };
  const server = createServer((message, response) => {
    handle(message, response).catch((error: unknown) => {
      failure = { error };
      response.destroy();
    });
  });
  // A client that has sent all it has to say still waits for its answer. Node knows this property, its types do not.
  Object.assign(server, { httpAllowHalfOpen: true });
  const connection = new StreamDuplex(stream);
  // A client that leaves in the middle of a request causes an error that nobody is left to receive.
  connection.on('error', () => undefined);
  const closed = new Promise<void>((resolve) => connection.once('close', resolve));
  server.emit('connection', connection);
  await closed;
  if (failure !== null) throw (failure as { readonly error: unknown }).error;
}

/** The whole request in UTF-8, null where it is too long. */
async function bodyOf(message: IncomingMessage): Promise<string | null> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of message as AsyncIterable<Uint8Array>) {
    size += chunk.byteLength;
    if (size > MOST_BYTES) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function send(response: ServerResponse, status: number, type: string, body: string): void {
  // The phone's time is its own, and the wall's would differ from run to run.
  response.sendDate = false;
  response.writeHead(status, {
    'Content-Type': type,
    'Content-Length': Buffer.byteLength(body),
    Connection: 'close',
  });
  response.end(body);
}
