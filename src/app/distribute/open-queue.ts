export { openRunQueue } from '../../queue/open-run-queue.js';
export { HEARD_MS } from '../../queue/run-queue.js';
