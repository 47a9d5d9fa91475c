import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Finding } from '../../../domain/finding.js';
import type { Graph } from '../../../domain/graph/graph.js';
import { found } from '../../../lint/rules.js';
import { commonSize, inWords, otherPictures, PICTURES, type ScreenPictures } from '../screen-sizes.js';
import { foundInColorbench } from './rules.js';

/** Recorded pictures are a download of their own; where the folder is there, it should be whole and of one size. */
export async function lintPictures(
  folder: string,
  { nodes, nodeIndex }: Graph,
  { sizes }: ScreenPictures,
): Promise<Finding[]> {
  const present = await readdir(join(folder, PICTURES));
  const missing = nodes.flatMap(({ id }) => (sizes.has(id) ? [] : [id]));
  const orphans = present.filter((name) => !nodeIndex.has(name));
  const unread = [...sizes].flatMap(([name, size]) => (size === null ? [name] : []));
  const common = commonSize(sizes);
  const at = (name: string, message: string) => ({ file: `${PICTURES}/${name}`, subjects: [name], message });
  return [
    ...missing.map((name) => found('world/missing-file', at(name, 'this picture of a node is not there'))),
    ...orphans.map((name) => found('world/orphan-file', at(name, 'no node of the graph has this picture'))),
    ...unread.map((name) =>
      found(
        'world/broken-picture',
        at(name, 'the size of this picture cannot be read: it is no PNG or JPEG, or cut off'),
      ),
    ),
    ...(common === null
      ? []
      : otherPictures(sizes).map(({ name, size }) =>
          foundInColorbench('colorbench/picture-size', {
            ...at(name, `this picture is ${inWords(size)} pixels, most are ${inWords(common)}`),
            details: { size, most: common },
          }),
        )),
  ];
}
