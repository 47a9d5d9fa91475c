import { GraphEnvironment } from '/work/wt/c/src/environments/graph/graph-environment.js';
import { GraphWorld } from '/work/wt/c/src/environments/graph/graph-world.js';
import { lintColorbench } from '/work/wt/c/src/benchmarks/colorbench/lint/lint-colorbench.js';
const t = process.cpuUsage();
const r = await lintColorbench('/work/shared/data/colorbench', { mode: 'reference', repair: false, signal: new AbortController().signal,
  openEnvironment: async (graph: any, { starts, chooser }: any) => new GraphEnvironment(new GraphWorld(graph), { mode: 'reference', startOf: (task: string) => starts.get(task), chooser }) } as any);
const d = process.cpuUsage(t); console.log((await import('node:crypto')).createHash('sha256').update(JSON.stringify([r.findings, r.proofs])).digest('hex').slice(0,16), r.findings.filter((f: any) => f.rule.includes('passes-without')).length, r.proofs.length, (d.user + d.system) / 1e6);
