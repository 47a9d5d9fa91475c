/** The role of a column of a test case. */
export const COLUMN_ROLES = [
  'id',
  'title',
  'objective',
  'section',
  'preconditions',
  'priority',
  'number',
  'action',
  'data',
  'expected',
] as const;
export type ColumnRole = (typeof COLUMN_ROLES)[number];

/**
 * Names of columns by role, the specific ones first: where two columns of a file have one role, a row takes the first
 * that is not empty. Names are compared without case, punctuation and width.
 *
 * Source: the CSV forms that TestRail, Zephyr Scale, Xray, Azure Test Plans and ZenTao document for import and export.
 */
const NAMES: Readonly<Record<ColumnRole, string>> = {
  id: `case id, test case id, testcase id, tc id, tcid, test id, test case identifier, id, key, issue key, issue id,
    external id, case no, case number, test case no, test case number, tc no, tc, 用例编号, 测试用例编号, 用例id, 用例序号,
    测试编号, 编号`,
  title: `title, test case title, case title, test case name, case name, test name, name, summary, test summary, test case,
    test scenario, scenario, test title, 用例标题, 用例名称, 用例名, 测试用例, 测试标题, 测试用例名称, 测试项, 测试点, 标题, 名称`,
  objective: `objective, test objective, goal, purpose, description, test description, 测试目的, 目的, 测试目标, 用例描述, 描述`,
  section: `section, section hierarchy, folder, module, feature, suite, component, area path, area, category, group,
    所属模块, 功能模块, 模块, 所属目录, 目录, 功能`,
  preconditions: `preconditions, precondition, pre conditions, pre condition, prerequisites, prerequisite, setup, given,
    前置条件, 预置条件, 前提条件, 预设条件, 前提`,
  priority: `priority, test priority, importance, 优先级, 用例等级, 用例级别, 重要级别, 级别`,
  number: `step no, step number, step id, step, test step, no, nr, number, 步骤编号, 步骤序号, 步骤号, 序号, 步骤`,
  action: `step action, steps step, test script step by step step, action, actions, step description, test steps, steps,
    step details, procedure, test procedure, operation, step, test step, test script plain text, instructions, when,
    操作步骤, 测试步骤, 用例步骤, 步骤描述, 执行步骤, 操作, 动作, 步骤, 测试过程`,
  data: `test data, step data, test script step by step test data, input data, data, input, inputs,
    测试数据, 输入数据, 输入, 数据`,
  expected: `expected result, expected results, step expected, steps expected result,
    test script step by step expected result, expected, expected outcome, expected behavior, expected behaviour,
    expected output, expectation, expectations, then, result, 预期结果, 期望结果, 预期, 期望, 预期输出, 期望输出, 预期效果`,
};

const RANKS: ReadonlyMap<string, ReadonlyMap<ColumnRole, number>> = ranksByName();

/** A name as it is compared: small letters and digits, everything between them one space. */
export function normalName(name: string): string {
  const folded = name.normalize('NFKC').toLowerCase();
  // The sign alone is a common heading for numbers.
  if (folded.trim() === '#') return 'no';
  return folded.replace(/[^\p{L}\p{N}]+/gu, ' ').trim();
}

/** The role a name has by itself; where it could be several, what it means as the only column. */
export function roleOfName(name: string): ColumnRole | null {
  const ranks = RANKS.get(normalName(name));
  if (ranks === undefined) return null;
  return ranks.has('action') ? 'action' : ([...ranks.keys()][0] ?? null);
}

/** Columns of each role by their position, the telling ones first. */
export type ColumnAssignment = ReadonlyMap<ColumnRole, readonly number[]>;

/**
 * The role of each column of a heading. "Step" is the step's number where another column has the action, else the
 * action.
 *
 * @param chosen normal name → role that the user gives it; null leaves the column out
 */
export function assignColumns(
  names: readonly string[],
  chosen: ReadonlyMap<string, ColumnRole | null> = new Map(),
): ColumnAssignment {
  const found: { role: ColumnRole; column: number; rank: number }[] = [];
  // A role that the user gives to a column is no other column's, in tables that have that column.
  const own = new Set(names.map((name) => chosen.get(normalName(name))));
  const hasAction = names.some((name) => {
    const key = normalName(name);
    if (chosen.has(key)) return chosen.get(key) === 'action';
    const ranks = RANKS.get(key);
    return ranks !== undefined && ranks.has('action') && !ranks.has('number');
  });
  for (const [column, name] of names.entries()) {
    const key = normalName(name);
    const given = chosen.get(key);
    if (given === null) continue;
    if (given !== undefined) {
      found.push({ role: given, column, rank: -1 });
      continue;
    }
    const ranks = RANKS.get(key);
    if (ranks === undefined) continue;
    const isEither = ranks.has('action') && ranks.has('number');
    for (const [role, rank] of ranks) {
      if (own.has(role) || (isEither && (role === 'number') !== hasAction)) continue;
      found.push({ role, column, rank });
    }
  }
  const columns = new Map<ColumnRole, number[]>();
  for (const { role, column } of found.toSorted((a, b) => a.rank - b.rank || a.column - b.column)) {
    columns.set(role, [...(columns.get(role) ?? []), column]);
  }
  return columns;
}

function ranksByName(): Map<string, Map<ColumnRole, number>> {
  const byName = new Map<string, Map<ColumnRole, number>>();
  for (const role of COLUMN_ROLES) {
    for (const [rank, name] of NAMES[role].split(/,\s+/).entries()) {
      const ranks = byName.get(name) ?? new Map<ColumnRole, number>();
      ranks.set(role, rank);
      byName.set(name, ranks);
    }
  }
  return byName;
}
