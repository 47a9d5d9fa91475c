import { UserError } from '../../errors.js';

/**
 * Variables for the places of programs, libraries and temporary files, and for terminal, language and time zone.
 * None of them holds a key; addresses of proxies are left out, since they may hold a password.
 */
const HARMLESS = new Set(
  [
    ['PATH', 'HOME', 'USER', 'LOGNAME', 'SHELL', 'PWD', 'TZ', 'TMPDIR', 'TMP', 'TEMP', 'HOSTNAME'],
    ['LANG', 'LANGUAGE', 'TERM', 'COLORTERM', 'NO_COLOR', 'FORCE_COLOR', 'COLUMNS', 'LINES'],
    ['XDG_CACHE_HOME', 'XDG_CONFIG_HOME', 'XDG_DATA_HOME', 'XDG_STATE_HOME', 'XDG_RUNTIME_DIR'],
    ['DISPLAY', 'WAYLAND_DISPLAY', 'SSL_CERT_FILE', 'SSL_CERT_DIR'],
    ['VIRTUAL_ENV', 'CONDA_PREFIX', 'PYTHONPATH', 'PYTHONUNBUFFERED', 'PYTHONIOENCODING', 'PYTHONUTF8'],
    [
      'LD_LIBRARY_PATH',
      'DYLD_LIBRARY_PATH',
      'CUDA_VISIBLE_DEVICES',
      'CUDA_HOME',
      'HF_HOME',
      'OMP_NUM_THREADS',
    ],
    ['JAVA_HOME', 'ANDROID_HOME', 'ANDROID_SDK_ROOT', 'ANDROID_USER_HOME', 'ANDROID_SDK_HOME'],
    ['ADB_LOCAL_TRANSPORT_MAX_PORT', 'ADB_TRACE', 'ADB_LIBUSB'],
    // Windows starts few programs without these.
    ['SYSTEMROOT', 'SYSTEMDRIVE', 'WINDIR', 'COMSPEC', 'PATHEXT', 'OS', 'USERNAME', 'USERPROFILE'],
    ['HOMEDRIVE', 'HOMEPATH', 'APPDATA', 'LOCALAPPDATA', 'PROGRAMDATA', 'PROGRAMFILES', 'PROGRAMFILES(X86)'],
    ['PROGRAMW6432', 'COMMONPROGRAMFILES', 'NUMBER_OF_PROCESSORS', 'PROCESSOR_ARCHITECTURE'],
  ].flat(),
);

/**
 * The variables that a program of the user's gets: those every program needs, and those named for it. Keys of model
 * endpoints, tokens of a CI and all other variables of the shell stay here.
 *
 * @param passed further variables, by name
 * @throws {UserError} for one of these that is not set: the program would miss it only later
 */
export function childEnvironment(
  environment: Readonly<Record<string, string | undefined>>,
  passed: readonly string[] = [],
): NodeJS.ProcessEnv {
  const missing = passed.filter((name) => environment[name] === undefined);
  if (missing.length > 0) {
    throw new UserError(`${missing.join(', ')} cannot be passed on: the environment has no such variable`, {
      hint: 'Export it first, or leave --pass-env out.',
    });
  }
  const named = new Set(passed);
  return Object.fromEntries(
    Object.entries(environment).filter(([name]) => isHarmless(name) || named.has(name)),
  );
}

/** Windows writes names in any case. */
function isHarmless(name: string): boolean {
  const upper = process.platform === 'win32' ? name.toUpperCase() : name;
  return HARMLESS.has(upper) || upper.startsWith('LC_');
}
