/** What tells an agent which phone is its own. */
export interface PhoneVariables {
  readonly serial: string;
  /** Port of the adb server on this machine. */
  readonly port: number;
  readonly instruction: string;
  readonly maxSteps: number;
}

/** Variables that would point `adb` or its libraries somewhere else. */
const REPLACED = new Set(['ADB_SERVER_SOCKET', 'ANDROID_ADB_SERVER_ADDRESS', 'ADBUTILS_DEFAULT_HOST']);

/**
 * The environment of a command that drives a phone: `adb` and the libraries that speak to its server find this phone alone.
 * `TOUCHSTONE_INSTRUCTION` and `TOUCHSTONE_MAX_STEPS` are there for agents that read no arguments.
 */
export function phoneEnvironment(
  environment: NodeJS.ProcessEnv,
  { serial, port, instruction, maxSteps }: PhoneVariables,
): NodeJS.ProcessEnv {
  return {
    ...Object.fromEntries(Object.entries(environment).filter(([name]) => !REPLACED.has(name))),
    ANDROID_SERIAL: serial,
    ANDROID_ADB_SERVER_HOST: '127.0.0.1',
    // A server at an address is none that adb starts by itself, so an agent that outlives its phone leaves no server behind.
    ANDROID_ADB_SERVER_ADDRESS: '127.0.0.1',
    ANDROID_ADB_SERVER_PORT: String(port),
    TOUCHSTONE_INSTRUCTION: instruction,
    TOUCHSTONE_MAX_STEPS: String(maxSteps),
  };
}
