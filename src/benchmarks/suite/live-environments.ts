import type { LiveStart } from '../../environments/chromium/chromium-environment.js';
import { ChromiumEnvironments } from '../../environments/chromium/chromium-environments.js';
import { chromiumVersion } from '../../environments/chromium/chromium-version.js';
import { DEFAULT_SETTLING } from '../../environments/chromium/settle.js';
import type { LiveWorld } from '../../formats/live/read-live.js';

/**
 * Live phones with the apps of a folder.
 *
 * @param startOf where each known task begins; `undefined` means that the task is unknown
 */
export async function liveEnvironments(
  live: LiveWorld,
  startOf: (task: string) => LiveStart | undefined,
): Promise<ChromiumEnvironments> {
  const deadlineMs = live.settleDeadlineMs ?? DEFAULT_SETTLING.deadlineMs;
  return new ChromiumEnvironments({
    apps: live.apps,
    home: live.home,
    system: await chromiumVersion(),
    screen: live.screen,
    settling: { ...DEFAULT_SETTLING, deadlineMs },
    startOf,
  });
}
