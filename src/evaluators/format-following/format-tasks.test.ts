import { createHash } from 'node:crypto';
import { assert, nat, property, uniqueArray } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sphinxCoord } from '../../benchmarks/sphinx/dialects/sphinx-coord.js';
import { sphinxId } from '../../benchmarks/sphinx/dialects/sphinx-id.js';
import { DIALECTS } from '../../registry/dialects.js';
import { isExactForm } from './exact-form.js';
import { formatTasks } from './format-tasks.js';
import { requestWording, WORDINGS } from './wording.js';

/** The forms of the published tasks. */
const FORMS = [sphinxId, sphinxCoord];

const requests = (seed: number): string[] =>
  formatTasks({ seed, families: FORMS }).map(({ request }) => request);

describe('formatTasks', () => {
  it('makes as many tasks as the paper has, the same for the same seed, all verbs of both grammars among them', () => {
    const tasks = formatTasks({ seed: 3, families: FORMS });
    expect(tasks).toHaveLength(141);
    expect(formatTasks({ seed: 3, families: FORMS })).toEqual(tasks);
    for (const family of ['sphinx_id', 'sphinx_coord']) {
      const calls = tasks.filter((task) => task.family === family).map(({ wanted }) => wanted);
      const verbs = new Set(calls.map((call) => (call.startsWith('press') ? call : call.split(' ')[0])));
      expect([...verbs].toSorted((one, other) => (one ?? '').localeCompare(other ?? ''))).toEqual([
        'click',
        'longclick',
        'press [back]',
        'press [enter]',
        'press [home]',
        'press [none]',
        'press [restart]',
        'press [stop]',
        'swipe',
        'text',
      ]);
    }
    const directions = tasks.map(({ wanted }) => /^swipe \[\d+\] \[(\w+)\]/.exec(wanted)?.[1]);
    expect(new Set(directions)).toEqual(new Set([undefined, 'up', 'down', 'left', 'right']));
  });

  it('asks the same as ever: another task under the same id would be scored as this one', () => {
    const families = [...DIALECTS.values()].filter(({ family }) =>
      /^(sphinx_id|qwen25_mobile_use)$/.test(family),
    );
    const asked = [
      ...formatTasks({ seed: 0, families: FORMS }),
      ...formatTasks({ seed: 7, count: 600, families: FORMS }),
      ...formatTasks({ seed: 2, count: 400, families }),
    ];
    expect(asked[0]).toEqual({
      id: '0-sphinx_id',
      family: 'sphinx_id',
      request:
        'This is about form alone. Write the action that stands below exactly as it is, and nothing else:\nclick [71]',
      wanted: 'click [71]',
    });
    const hash = createHash('sha256').update(JSON.stringify(asked)).digest('hex');
    expect(hash).toBe('53f7b64e1ff8a92b86db55caad58f027207d786b711e96d5ba5ffbbdfec91c6b');
  });

  it('gives none where no family is named, or one writes nothing in a line', () => {
    expect(() => formatTasks({ seed: 1, families: [] })).toThrow(
      'no dialect is named whose form could be asked for',
    );
    const [family] = DIALECTS.values();
    if (family === undefined) throw new Error('there is no dialect');
    const silent = {
      ...family,
      create: () => ({ ...family.create(), family: 'silent', printCall: () => '' }),
    };
    expect(() => formatTasks({ seed: 1, families: [silent] })).toThrow(
      'the dialect silent writes no action in one line',
    );
  });

  it('asks in different words for different seeds', () => {
    assert(
      property(uniqueArray(nat(499), { minLength: 2, maxLength: 2 }), ([one = 0, other = 0]) => {
        const said = new Set(requests(one).map((request) => request.split(':\n')[0]));
        expect(requests(other).filter((request) => said.has(request.split(':\n')[0] ?? ''))).toEqual([]);
      }),
    );
  });

  it('words every number differently', () => {
    expect(WORDINGS).toBeGreaterThan(500 * 1024);
    // Steps of an equal length through all wordings meet none twice where the two share no divisor.
    const numbers = Array.from({ length: 9000 }, (_, index) => index * 80);
    expect(new Set(numbers.map((number) => requestWording(number, 'x'))).size).toBe(9000);
    expect(requestWording(WORDINGS + 5, 'x')).toBe(requestWording(5, 'x'));
  });

  it('asks for the forms of every dialect', () => {
    const families = [...DIALECTS.values()];
    const tasks = formatTasks({ seed: 1, count: families.length * 4, families });
    for (const { wanted, request } of tasks) {
      expect(wanted).not.toContain('\n');
      expect(request.endsWith(`:\n${wanted}`)).toBe(true);
    }
    expect(new Set(tasks.map(({ family }) => family)).size).toBe(families.length);
  });
});

/** Changes that make an action another one, or no action. */
const MUTATIONS: readonly ((wanted: string) => string)[] = [
  (wanted) => wanted.slice(0, -1),
  (wanted) => wanted.slice(1),
  (wanted) => wanted.replace(/^./, (letter) => letter.toUpperCase()),
  (wanted) => wanted.replace(' ', ''),
  (wanted) => wanted.replace(' ', '  '),
  (wanted) => wanted.replace('[', '('),
  (wanted) => wanted.replace(/\](?=[^\]]*$)/, ''),
  (wanted) => `${wanted}.`,
  (wanted) => `${wanted}\n${wanted}`,
  (wanted) => `Sure: ${wanted}`,
  (wanted) => `${wanted} is the action.`,
  (wanted) => `\`\`\`${wanted}\`\`\` or \`\`\`${wanted}\`\`\``,
  (wanted) => `\`\`\`${wanted}`,
  (wanted) => `"${wanted}"`,
  (wanted) => wanted.replace(/\d/, (digit) => String((Number(digit) + 1) % 10)),
  (wanted) => `\`\`\`text: ${wanted}\`\`\``,
  (wanted) => wanted.replace(/[a-z]+/, 'touch'),
  () => '',
  () => 'press',
];

describe('isExactForm', () => {
  it.each([
    (wanted: string) => wanted,
    (wanted: string) => `\n ${wanted} \r\n`,
    (wanted: string) => `\`\`\`${wanted}\`\`\``,
    (wanted: string) => `\`\`\`\n${wanted}\n\`\`\``,
    (wanted: string) => `\`\`\`plaintext\n${wanted}\n\`\`\``,
    (wanted: string) => `In summary, the next action I will perform is \`\`\`${wanted}\`\`\``,
    (wanted: string) => `\`${wanted}\``,
  ])('takes every right form: %#', (form) => {
    for (const { wanted } of formatTasks({ seed: 11, families: FORMS }))
      expect(isExactForm(form(wanted), wanted)).toBe(true);
  });

  it('refuses changed ones', () => {
    const changed = formatTasks({ seed: 12, families: FORMS }).flatMap(({ wanted }) =>
      MUTATIONS.map((mutate) => [wanted, mutate(wanted)] as const).filter(([one, other]) => one !== other),
    );
    expect(changed.length).toBeGreaterThan(2000);
    expect(changed.filter(([wanted, reply]) => isExactForm(reply, wanted))).toEqual([]);
  });

  it('refuses the action of another task', () => {
    const tasks = formatTasks({ seed: 13, families: FORMS });
    for (const { wanted } of tasks) {
      const taken = tasks.filter((other) => isExactForm(other.wanted, wanted));
      expect(taken.every((other) => other.wanted === wanted)).toBe(true);
    }
  });
});
