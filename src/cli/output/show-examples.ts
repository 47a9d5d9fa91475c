/** What separates a call from its explanation. */
const GAP = /\s{2,}/;

/** Examples as help lists them, a line each; explanations, after two spaces, are aligned in one column. */
export function showExamples(examples: readonly string[]): string {
  const split = examples.map((example) => {
    const [call = '', ...said] = example.split(GAP);
    return { call, said: said.join(' ') };
  });
  const width = Math.max(0, ...split.filter(({ said }) => said !== '').map(({ call }) => call.length));
  return split
    .map(({ call, said }) => `  ${said === '' ? call : `${call.padEnd(width)}  ${said}`}\n`)
    .join('');
}
