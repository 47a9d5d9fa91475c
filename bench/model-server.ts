import { openModelEndpoint } from '../src/testing/model-endpoint.js';

/** A model server in a process of its own, so that its work is not counted as the caller's. Prints its address; ends with its parent. */
const latencyMs = Number(process.argv[2] ?? 500);
const endpoint = await openModelEndpoint(() => 'Action: tap(540, 1200)', { latencyMs, keeps: false });
process.stdout.write(`${endpoint.baseUrl}\n`);
process.stdin.resume();
process.stdin.on('end', () => process.exit(0));
