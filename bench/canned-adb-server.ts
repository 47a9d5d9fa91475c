import { createServer, type AddressInfo } from 'node:net';

/** What a server answers that keeps its answers ready; `shell` and `exec` get an answer for any command. */
const ANSWERS: readonly (readonly [request: RegExp, answer: string, isLast: boolean])[] = [
  [/^host:version$/, `OKAY${counted('0029')}`, true],
  [/^host:features$/, `OKAY${counted('shell_v2,cmd,stat_v2,ls_v2,fixed_push_mkdir')}`, true],
  [/^host:tport/, 'OKAY\u0001\0\0\0\0\0\0\0', false],
  [/^shell,/, 'OKAY\u0003\u0001\0\0\0\0', true],
];

export interface CannedAdbServer extends AsyncDisposable {
  readonly port: number;
}

/**
 * The least that a server in Node can cost the real `adb`: bytes that lie ready, and no phone.
 *
 * @param picture what `exec` gives
 */
export async function cannedAdbServer(picture: Uint8Array): Promise<CannedAdbServer> {
  const server = createServer({ noDelay: true }, (socket) => {
    let text = '';
    socket.on('error', () => undefined);
    socket.on('data', (piece: Buffer) => {
      text += piece.toString('latin1');
      const length = Number.parseInt(text.slice(0, 4), 16);
      if (text.length < 4 + length) return;
      const request = text.slice(4, 4 + length);
      text = text.slice(4 + length);
      if (request.startsWith('exec:')) {
        socket.write('OKAY');
        socket.end(picture);
        return;
      }
      const [, answer = '', isLast = true] = ANSWERS.find(([known]) => known.test(request)) ?? [];
      socket.write(Buffer.from(answer, 'latin1'));
      if (isLast) socket.end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    [Symbol.asyncDispose]: async () => {
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Behind its length, as the protocol has it. */
function counted(text: string): string {
  return text.length.toString(16).padStart(4, '0') + text;
}
