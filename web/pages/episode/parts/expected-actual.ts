/** What a score expected and what there was, where its details say both. */
export interface ExpectedActual {
  readonly expected: string;
  readonly actual: string;
}

/** Names that evaluators give to what there was. */
const ACTUAL = ['actual', 'predicted', 'found', 'got', 'given', 'answer'] as const;
const MOST = 20;
const DEEPEST = 6;

/** Every pair of expected and actual in the details of a score, in their order. Details are free-form data of an evaluator. */
export function expectedActual(details: unknown): readonly ExpectedActual[] {
  const found: ExpectedActual[] = [];
  const visit = (value: unknown, depth: number): void => {
    if (typeof value !== 'object' || value === null || depth > DEEPEST || found.length >= MOST) return;
    const members: Record<string, unknown> = { ...value };
    const name = ACTUAL.find((one) => Object.hasOwn(members, one));
    if (Object.hasOwn(members, 'expected') && name !== undefined) {
      found.push({ expected: words(members['expected']), actual: words(members[name]) });
      return;
    }
    for (const member of Object.values(members)) visit(member, depth + 1);
  };
  visit(details, 0);
  return found;
}

function words(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value, null, 1) ?? '');
}
