// Public API for environments of one's own. The list is explicit: what is not here may change without notice.
export type {
  Environment,
  EnvironmentCapabilities,
  EnvironmentSnapshot,
  EpisodeStart,
  StepResult,
  UnexpectedEvent,
} from './environment.js';
export { EnvironmentPool } from './environment-pool.js';
export type { EnvironmentPoolOptions } from './environment-pool.js';
export { madeEnvironments } from './environment-provider.js';
export type { EnvironmentProvider } from './environment-provider.js';
export { GraphEnvironment } from './graph/graph-environment.js';
export { GraphWorld } from './graph/graph-world.js';
export { AndroidEnvironment } from './android/android-environment.js';
export type { AndroidEnvironmentOptions } from './android/android-environment.js';
export { DeviceTaskSchema } from './android/device-task.js';
export type { DeviceTask } from './android/device-task.js';
export { DeviceFaultError } from './android/faults/device-fault-error.js';
export { openAndroid } from './android/open-android.js';
export type { OpenAndroidOptions } from './android/open-android.js';
