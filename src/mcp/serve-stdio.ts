import type { Readable, Writable } from 'node:stream';
import { toolServer, type ServedTools } from './tool-server.js';

/**
 * Serves one client over two streams of lines until it hangs up, or the signal says so; then closes the tools. Nothing else may
 * write to the stream.
 */
export async function serveStdio(
  tools: ServedTools,
  {
    input,
    output,
    signal,
  }: { readonly input: Readable; readonly output: Writable; readonly signal: AbortSignal },
): Promise<void> {
  await using served = tools;
  const server = await toolServer(served);
  const { StdioServerTransport } = await import('@modelcontextprotocol/sdk/server/stdio.js');
  const transport = new StdioServerTransport(input, output);
  const closed = new Promise<void>((resolve) => {
    // oxlint-disable-next-line unicorn/prefer-add-event-listener -- no event target, and this is all it has
    server.server.onclose = resolve;
  });
  const close = (): void => void server.close();
  // The SDK goes on when its client has gone.
  for (const event of ['end', 'close', 'error']) input.once(event, close);
  output.once('error', close);
  signal.addEventListener('abort', close, { once: true });
  await server.connect(transport);
  if (signal.aborted || input.readableEnded) close();
  await closed;
}
