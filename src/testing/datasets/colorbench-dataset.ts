import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { COLORBENCH_ROOT, COLORBENCH_SCREEN } from '../../benchmarks/colorbench/launcher.js';
import { PUBLISHED_ABILITIES } from '../../benchmarks/colorbench/published.js';
import { smallPng } from '../small-png.js';

const PAGE = 'page_0123456789abcdef0123456789abcdef.jpg';

/**
 * Made-up data in ColorBench's form: two screens with pictures, and two tasks, of one app and of two. Each has a milestone
 * of every ability on the first screen, and one on the other.
 */
export async function writeColorbenchDataset(folder: string): Promise<void> {
  const milestone = [
    ...PUBLISHED_ABILITIES.map((ability) => ({ ability, page_node: [COLORBENCH_ROOT] })),
    { ability: 'find', page_node: [PAGE] },
  ];
  const tasks = [1, 2].map((id) => ({
    task_id: id,
    query: `task ${id} of a test`,
    optimal_steps: 2,
    app_num: id,
    milestone,
  }));
  const graph = { [COLORBENCH_ROOT]: { [PAGE]: [{ action_type: 'open', app: '微信' }] }, [PAGE]: {} };
  const pictures = join(folder, 'graph_image');
  await mkdir(pictures, { recursive: true });
  await writeFile(join(folder, 'graph.json'), JSON.stringify(graph));
  await writeFile(join(folder, 'tasks.json'), JSON.stringify(tasks));
  const picture = smallPng(COLORBENCH_SCREEN);
  for (const name of [COLORBENCH_ROOT, PAGE]) await writeFile(join(pictures, name), picture);
}
