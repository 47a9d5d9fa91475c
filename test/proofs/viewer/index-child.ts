/* The index of a folder kept by a process of its own, to be killed. Says a line when it has looked at everything once. */
import { setTimeout as sleep } from 'node:timers/promises';
import { FolderIndexer } from '../../../src/app/view/indexing/folder-indexer.js';
import { openIndex } from '../../../src/app/view/indexing/open-index.js';

const [folder = '', home = ''] = process.argv.slice(2);
const index = await openIndex(folder, { environment: { TOUCHSTONE_HOME: home } });
if (index === null) throw new Error('there is no such folder');
if (!index.isWriter) throw new Error('another process keeps the index');
const indexer = new FolderIndexer(folder, index.store);
process.stdout.write('{"type":"begun"}\n');
for (;;) {
  await indexer.scan();
  await sleep(10);
}
