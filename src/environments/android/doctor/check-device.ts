import { DEADLINES } from '../adb/deadlines.js';
import { DeviceFaultError } from '../faults/device-fault-error.js';
import { fault, type CheckContext, type CheckFinding, type DeviceCheck } from './device-check.js';
import { PROBE_CHECKS } from './probe-checks.js';
import { SCREEN_CHECKS } from './screen-checks.js';
import { restoreDevice } from '../state/prepare-device.js';
import { LEFTOVERS, USE_CHECKS } from './use-checks.js';

const CHECKS = [...SCREEN_CHECKS, ...USE_CHECKS, ...PROBE_CHECKS, LEFTOVERS];
/** Milliseconds after which no further check of a phone is begun. */
const LONGEST_MS = 60_000;

/**
 * Looks at a phone, check after check; a fault stops those that depend on it. Leaves no change behind, also where it is broken off.
 *
 * @throws the reason of the signal once that is aborted
 */
export async function checkDevice(context: CheckContext): Promise<readonly DeviceCheck[]> {
  const { device, journal, signal } = context;
  try {
    const checks = await lookAtAll(context);
    signal.throwIfAborted();
    return checks;
  } catch (error) {
    // Of its own time: the signal may be what ended the checks. What cannot be taken back stays in the journal.
    if (journal.pending.length > 0) {
      await restoreDevice(device, journal, AbortSignal.timeout(DEADLINES.teardown));
    }
    throw error;
  }
}

async function lookAtAll(context: CheckContext): Promise<readonly DeviceCheck[]> {
  const checks: DeviceCheck[] = [];
  const failed = new Set<string>();
  const { clock } = context.device;
  const end = clock.now() + LONGEST_MS;
  // What an earlier run left is taken back first: a phone in quarantine gets no other run that would.
  if (context.journal.pending.length > 0) await takeBack(context);
  for (const { check, needs, look, changes = false } of CHECKS) {
    const missing = needs.find((one) => failed.has(one));
    const hasLeftovers = changes && context.journal.pending.length > 0;
    const isLate = clock.now() >= end;
    if (missing !== undefined || hasLeftovers || isLate) {
      failed.add(check);
      const why = isLate ? `${LONGEST_MS / 1000} seconds are up` : 'changes could not be taken back';
      const found =
        missing === undefined ? `not looked at: ${why}` : `not looked at, for want of: ${missing}`;
      checks.push({ check, state: 'skipped', found });
      continue;
    }
    const finding = await carefully(() => look(context), context);
    // A check that broke off takes nothing back itself.
    if (changes) await restoreDevice(context.device, context.journal, context.signal);
    if (finding.state === 'fault') failed.add(check);
    checks.push({ check, ...finding });
  }
  return checks;
}

/** What cannot be taken back stays in the journal, and a check says so. */
async function takeBack({ device, journal, signal }: CheckContext): Promise<void> {
  try {
    await restoreDevice(device, journal, signal);
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof DeviceFaultError)) throw error;
  }
}

async function carefully(look: () => Promise<CheckFinding>, { signal }: CheckContext): Promise<CheckFinding> {
  try {
    return await look();
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof DeviceFaultError)) throw error;
    return fault(error.message, error.hint ?? '');
  }
}
