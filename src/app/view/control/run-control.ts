import { z } from 'zod';

/** The value of a setting as a configuration file has it; null leaves it out. */
const SettingValueSchema = z.union([
  z.null(),
  z.boolean(),
  z.number(),
  z.string().max(100_000),
  z.array(z.string().max(100_000)).max(1_000),
  z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
]);
export type SettingValue = z.infer<typeof SettingValueSchema>;

/** A run as `touchstone run` takes it: settings by their names in a configuration file. */
export const StartRunSchema = z.strictObject({
  /** Name of a benchmark, or folder of a world, relative to where the viewer was started. */
  benchmark: z.string().min(1).max(4096),
  settings: z.record(z.string(), SettingValueSchema).default({}),
  /** Name of the run; made of time, benchmark and agent unless given. */
  runId: z.string().optional(),
});
export type StartRun = z.infer<typeof StartRunSchema>;

/** How a run goes on. */
export const ResumeRunSchema = z.strictObject({
  /** Do items once more that a failure voided. */
  retryVoided: z.boolean().default(false),
});
export type ResumeRun = z.infer<typeof ResumeRunSchema>;

/** A fork as `touchstone fork` takes it; repeat and step count from 0. */
export const StartForkSchema = z.strictObject({
  item: z.string().min(1).max(4096),
  repeat: z.int().nonnegative(),
  /** First step that is to be another. */
  step: z.int().nonnegative(),
  /** What is different, by the setting's name; `action` is an action as JSON. */
  set: z.record(z.string().min(1).max(256), z.string().max(100_000)).default({}),
  /** How many futures. */
  times: z.int().positive().max(10_000).default(1),
});
export type StartFork = z.infer<typeof StartForkSchema>;

/** What people do with the runs of a folder. */
export interface RunControl {
  /**
   * Starts a run as a process of its own, which goes on when the viewer ends.
   *
   * @returns the run's name, once its journal has begun
   * @throws {UserError} for settings that there are not or do not fit, for what only the user may name, and with the words of
   * a run that could not begin
   */
  start(request: StartRun): Promise<{ readonly run: string }>;
  /**
   * Starts a run of the benchmark and settings of another one, under a new name.
   *
   * @throws {NotThereError} for a run that is not there; {UntrustedError} for one from elsewhere that names what only the user
   * may name; {UserError} with the words of a run that could not begin
   */
  startAgain(run: string): Promise<{ readonly run: string }>;
  /**
   * Forks an episode of a run, as a process of its own.
   *
   * @throws {NotThereError} for a run that is not there; {UntrustedError} for what only the user may name; {UserError} with the
   * words of a fork that could not begin
   */
  fork(run: string, request: StartFork): Promise<{ readonly run: string }>;
  /** @throws {NotThereError} for a run that is not there; {UserError} with the words of one that could not go on */
  resume(run: string, request: ResumeRun): Promise<{ readonly run: string }>;
  /**
   * Asks the process that writes a run to finish the step in flight and end; asked again it stops at once.
   *
   * @throws {NotThereError} for a run that is not there; {NotRunningError} where no process of this machine writes it
   */
  stop(run: string): Promise<{ readonly run: string }>;
}
