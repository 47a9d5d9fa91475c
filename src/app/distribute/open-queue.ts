export { openRunQueue } from '../../queue/open-run-queue.js';
