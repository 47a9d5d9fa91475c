import { transportFault } from '../answers/transport-fault.js';
import { DeviceFaultError } from '../faults/device-fault-error.js';
import { DeadlineError } from './within-deadline.js';

/** What a failure of the library or of the socket below it means. */
export function connectionFault(error: unknown, serial: string, operation: string): DeviceFaultError {
  if (error instanceof DeviceFaultError) return error;
  if (error instanceof DeadlineError) {
    return new DeviceFaultError('timeout', { serial, operation, said: error.message, cause: error });
  }
  const said = error instanceof Error ? error.message : String(error);
  const fault = transportFault({ command: operation, stdout: '', stderr: said, exitCode: null }, true);
  return new DeviceFaultError(fault?.error ?? 'connection-closed', { serial, operation, said, cause: error });
}
