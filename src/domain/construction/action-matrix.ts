/** What makes an edge fire, in the words of the file that it is from: `action_type` and what belongs to it. */
export type MatrixAction = Readonly<Record<string, unknown>>;

/** Which screens lead where, as a table with a row and a column for each: the form in which people inspect a world. */
export interface ActionMatrix {
  /** Names of all screens, in the order of the columns. */
  readonly names: readonly string[];
  /**
   * Source → target → actions, in the order in which a graph lists them. A screen without a row here is named as a target alone. An
   * empty list of actions is an edge all the same.
   */
  readonly rows: ReadonlyMap<string, ReadonlyMap<string, readonly MatrixAction[]>>;
  /** Page of each screen, where several screens are one page; those that are absent are pages of their own. */
  readonly pages: ReadonlyMap<string, number>;
}

/** Whether two values that were JSON are equal; the order of an object's members does not matter. */
export function isSameValue(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const [ofA, ofB] = [Object.entries(a), Object.entries(b)];
  const other = new Map(ofB);
  return (
    ofA.length === ofB.length &&
    ofA.every(([key, value]) => other.has(key) && isSameValue(value, other.get(key)))
  );
}

/** These, and those of others that are not among them. */
export function unitedActions(
  actions: readonly MatrixAction[],
  others: readonly MatrixAction[],
): readonly MatrixAction[] {
  const united = [...actions];
  for (const other of others) if (!united.some((one) => isSameValue(one, other))) united.push(other);
  return united;
}
