import type { ProcessTable } from '../processes/process-table.js';

/** Port on the phone that uiautomator2's server listens on. Source: openatx uiautomator2, `core.py`. */
export const UIAUTOMATOR2_PORT = 9008;

/** The class that `app_process` starts. */
export const UIAUTOMATOR2_MAIN = 'com.wetest.uia2.Main';

/** Package whose instrumentation is the server of older versions. */
export const UIAUTOMATOR2_PACKAGE = 'com.github.uiautomator';

/**
 * Starts the server that a phone comes with, as if somebody had left it running, so that clients that only open its port find
 * it. One that a client starts takes its place.
 */
export function startPreparedServer(processes: ProcessTable): void {
  const pid = processes.start({
    name: 'app_process',
    args: `app_process / ${UIAUTOMATOR2_MAIN}`,
    kill: () => processes.end(pid),
  });
  processes.listen(pid, UIAUTOMATOR2_PORT);
}
