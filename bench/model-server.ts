import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * A server of OpenAI's chat completions in a process of its own, so that its work is not counted as the caller's; it does nothing
 * with a request but take all of it, so that it is not what callers wait for. Gives
 * its answers in turn. Prints its address; ends with its parent.
 */
const latencyMs = Number(process.argv[2] ?? 500);
const said = process.argv.length > 3 ? process.argv.slice(3) : ['Action: tap(540, 1200)'];
const answers = said.map((content) =>
  JSON.stringify({
    id: 'chatcmpl-1',
    object: 'chat.completion',
    created: 1_700_000_000,
    model: 'bench-model',
    choices: [
      {
        index: 0,
        message: { role: 'assistant', content },
        finish_reason: 'stop',
      },
    ],
    usage: { prompt_tokens: 100, completion_tokens: 20, total_tokens: 120 },
  }),
);
let count = 0;
const server = createServer((request, response) => {
  const answer = (): void => {
    count += 1;
    response.writeHead(200, { 'content-type': 'application/json' }).end(answers[count % answers.length]);
  };
  request.resume();
  request.on('end', () => {
    if (latencyMs === 0) answer();
    else setTimeout(answer, latencyMs);
  });
});
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`http://127.0.0.1:${(server.address() as AddressInfo).port}/v1\n`);
});
process.stdin.resume();
process.stdin.on('end', () => process.exit(0));
