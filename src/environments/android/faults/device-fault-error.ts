import { TouchstoneError, type Fault } from '../../../errors.js';
import type { AnswerFault } from '../answers/device-answer.js';
import { FAULT_RULES, type FaultClass, type FaultRule } from './fault-class.js';

export interface DeviceFaultOptions {
  readonly serial: string;
  readonly operation: string;
  /** What the device or the server said. */
  readonly said?: string;
  readonly cause?: unknown;
}

/** A device, its emulator or the adb server did not do what was asked. Voids the episode, never fails it. */
export class DeviceFaultError extends TouchstoneError {
  readonly code = 'DEVICE_FAULT';
  readonly fault: Fault;
  readonly faultClass: FaultClass;
  override readonly retryable: boolean;

  constructor(faultClass: FaultClass, { serial, operation, said = '', cause }: DeviceFaultOptions) {
    const rule: FaultRule = FAULT_RULES[faultClass];
    const fill = (text: string): string => text.replace('{serial}', serial).replace('{operation}', operation);
    const heard = said.trim() === '' ? '' : ` (${said.trim().split('\n')[0]})`;
    super(`${fill(rule.message)}${heard} [${faultClass}, ${operation}]`, {
      hint: `${rule.hint}.`,
      ...(cause === undefined ? {} : { cause }),
    });
    this.faultClass = faultClass;
    // What an agent's action meets is decided where the action is: here nothing counts against it.
    this.fault = rule.owner === 'agent' ? 'environment' : rule.owner;
    this.retryable = rule.retry !== 'none';
  }
}

/** The error of an answer that says what is wrong. */
export function deviceFault(fault: AnswerFault, serial: string, operation: string): DeviceFaultError {
  return new DeviceFaultError(fault.error, { serial, operation, said: fault.said });
}
