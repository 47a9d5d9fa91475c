/** This program, as it was started: executable and arguments. */
export function ownProgram(): readonly string[] {
  const [executable = process.execPath, main = ''] = process.argv;
  return [executable, ...process.execArgv, main];
}
