/** One thing that was looked at. */
export interface DoctorCheck {
  readonly name: string;
  readonly state: 'ok' | 'warning' | 'problem';
  readonly found: string;
  /** What to do, where something is to be done. */
  readonly advice?: string;
}
