import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openModelEndpoint } from '/work/wt/people/src/testing/models/model-endpoint.js';
import { startRedis } from '/work/wt/people/test/fixtures/redis-server.js';
import { indexRun } from '/work/wt/people/src/formats/run/run-index.js';
const MAIN = '/work/wt/people/dist/cli/main.js';
const path = await mkdtemp('/tmp/outage-');
const redis = await startRedis();
let answered = 0; const most = Number(process.argv[2] ?? 13);
const endpoint = await openModelEndpoint(() => { answered += 1; if (answered === most) void endpoint[Symbol.asyncDispose](); return 'Action: Click(500, 700)'; }, { latencyMs: 10, keeps: false });
const go = (args: string[]) => { const c = spawn(process.execPath, [MAIN, ...args], { cwd: path, env: { ...process.env, TOUCHSTONE_HOME: join(path, 'home') }, stdio: ['ignore', 'pipe', 'pipe'] }); let out=''; c.stdout.on('data', d => out += d); c.stderr.on('data', d => out += d); return { c, ended: once(c, 'close').then(() => out) }; };
await writeFile(join(path, 'm.json'), JSON.stringify({ formatVersion: 1, id: 'm', dialect: 'generic_call', provider: 'openai-compatible', model: 'm', baseUrl: endpoint.baseUrl, retries: { attempts: 2, firstDelayMs: 10 } }));
const ws = ['a', 'b'].map((n) => go(['worker', '--queue', redis.url, '--name', n, '--concurrency', '1']));
const t = Date.now();
const many = go(['run', 'pocket', '--agent', 'react', '--dialect', 'generic_call', '--model', 'm', '--base-url', endpoint.baseUrl, '--limit', '6', '--max-steps', '4', '--outage-seconds', '1', '--run-id', 'many', '--queue', redis.url]);
const out = await many.ended;
console.log(out.slice(0, 1500), Date.now() - t, many.c.exitCode);
const { items } = await indexRun(join(path, 'runs', 'many'));
console.log([...items].map(([k, { end }]) => `${k} ${end.reason} ${end.fault ?? ''}`), path);
for (const w of ws) { w.c.kill('SIGTERM'); console.log(await w.ended); }
await redis[Symbol.asyncDispose]();
if (process.argv[3]) for (const f of (await readdir(join(path, 'runs', 'many'))).filter((n) => n.startsWith('journal'))) {
  console.log(f);
  for (const l of (await readFile(join(path, 'runs', 'many', f), 'utf8')).trim().split('\n')) { const e = JSON.parse(l); console.log(e.at, e.type, e.item ?? '', e.attempt ?? '', e.step ?? '', e.end?.reason ?? e.status ?? ''); }
}
process.exit(0);
