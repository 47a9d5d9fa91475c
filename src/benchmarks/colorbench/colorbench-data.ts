import { join } from 'node:path';
import { DatasetError } from '../../errors.js';
import type { DataItem } from '../../formats/data-check/data-report.js';
import { readColorbenchGraph } from './read-graph.js';
import { countItem, namesIn, some } from '../data-check/count-files.js';
import type { DataManifest } from '../data-check/data-manifest.js';
import { commonSize, inWords, openScreenPictures, otherPictures } from './screen-sizes.js';

const PICTURES = 'Hugging Face data set Norsheep/ColorBench, unpacked into graph_image';

/** ColorBench. Source: GitHub repository MadeAgents/ColorBench. */
export const COLORBENCH_DATA: DataManifest = {
  benchmark: 'colorbench',
  obtain: [
    'graph.json and tasks.json: GitHub repository MadeAgents/ColorBench, commit 1f26a84230d26f99d84eab97d05032582b39018e, folder data (Apache-2.0).',
    `Pictures: ${PICTURES}; agents that read no pictures do without.`,
  ],
  files: [
    {
      path: 'graph.json',
      what: 'the recorded phone',
      required: true,
      versions: [
        {
          sha256: 'bc75966b1ea242b236145cc83fe11a0923283aed2c0c0a98563dd640ef92af71',
          name: 'as published at 1f26a84',
        },
      ],
    },
    {
      path: 'tasks.json',
      what: 'the tasks',
      required: true,
      versions: [
        {
          sha256: '9b01bd57d07fe02bd4ba948f9df4883a12b6c8ef54265b7fb00aab9ee8fefe34',
          name: 'as published at 1f26a84, the missing comma put in',
        },
        {
          sha256: 'ab0161a86d86b9108717333e7ffb8e176cb79b895a8921c85daba03fc2fd2e1e',
          name: 'as published at 1f26a84, which is not JSON: `touchstone lint colorbench --repair` repairs it',
        },
      ],
    },
  ],
  inspect: async (folder, { signal }) => [await pictures(folder, signal)],
};

async function pictures(folder: string, signal: AbortSignal): Promise<DataItem> {
  const item = {
    path: 'graph_image',
    what: 'a picture of every node',
    required: false,
    without: `vision agents cannot run without the pictures (${PICTURES})`,
  };
  const names = await namesIn(join(folder, 'graph_image'));
  try {
    const graph = await readColorbenchGraph(join(folder, 'graph.json'), { signal });
    const counted = countItem(
      item,
      graph.nodes.map(({ id }) => id),
      (id) => names.has(id),
    );
    const sizes = (await openScreenPictures(folder, graph, { signal }))?.sizes ?? new Map();
    const common = commonSize(sizes);
    if (common === null) return counted;
    const others = otherPictures(sizes).map(({ name, size }) => `${name} (${inWords(size)})`);
    const differ = others.length === 0 ? '' : `; of another size: ${some(others)}`;
    return { ...counted, detail: `${counted.detail}; ${inWords(common)} pixels${differ}` };
  } catch (error) {
    if (!(error instanceof DatasetError)) throw error;
    const count = { present: names.size, expected: null };
    return { ...item, status: 'missing', detail: 'graph.json, which names them, cannot be read', count };
  }
}
