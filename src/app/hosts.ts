/* Hosts that are listened on, for the doors: who asks for these loads nothing else. */
export { LOOPBACK } from '../http/loopback.js';
export { reachableHost } from '../http/reachable-host.js';
