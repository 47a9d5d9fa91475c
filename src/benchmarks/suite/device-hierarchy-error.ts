import { TouchstoneError } from '../../errors.js';
import { HierarchyMissingError } from '../../evaluators/tree-rules/trajectory-trace.js';

/** A rule reads a UI hierarchy that the phone did not give, such as one of a screen that never stood still. */
export class DeviceHierarchyError extends TouchstoneError {
  readonly code = 'DEVICE_HIERARCHY';
  readonly fault = 'environment';
}

/** Whose a failure of scoring is where screens came from a phone: what the phone did not give is no defect of the suite. */
export function deviceScoringFailure(error: unknown): unknown {
  if (!(error instanceof HierarchyMissingError)) return error;
  return new DeviceHierarchyError(
    'the phone gave no UI hierarchy of a screen that a rule of the task reads',
    {
      hint: 'The detail of the step in the journal says why; run the task again.',
      cause: error,
    },
  );
}
