import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AnswerRuleError } from './answer-rule-error.js';
import { checkAnswerRule, findAnswer, type FoundAnswer } from './find-answer.js';

function find(rule: string, stdout: string, stderr = '', firstLine = 1): Promise<FoundAnswer | null> {
  return findAnswer(rule, { stdout: { text: stdout, firstLine }, stderr: { text: stderr, firstLine } });
}

describe('findAnswer by a regular expression', () => {
  it('gives the last match, its first group that took part, and the line', async () => {
    const text = 'Answer: 1\nnothing\nAnswer: 3 messages\nbye\n';
    expect(await find('^Answer: (.*)', text)).toEqual({ text: '3 messages', output: 'stdout', line: 3 });
    expect(await find('^Reply: (.*)|^Answer: (.*)', text)).toMatchObject({ text: '3 messages' });
    expect(await find('\\d messages', text)).toMatchObject({ text: '3 messages' });
    expect(await find('^(Answer): (?<answer>\\d)', text)).toMatchObject({ text: '3', line: 3 });
  });

  it('counts lines that were dropped', async () => {
    expect(await find('b', 'a\nb', '', 100)).toMatchObject({ line: 101 });
  });

  it('looks on stdout before stderr', async () => {
    expect(await find('^A: (.*)', 'A: out', 'A: error')).toMatchObject({ output: 'stdout', text: 'out' });
    expect(await find('^A: (.*)', 'nothing', 'x\nA: error')).toEqual({
      text: 'error',
      output: 'stderr',
      line: 2,
    });
    expect(await find('^A: (.*)', 'A:  ', '')).toBeNull();
    expect(await find('^A: (.*)', '', '')).toBeNull();
  });

  it('takes quotes off, and what they escape', async () => {
    const quoted = String.raw`done("it's \"3\"\n")`;
    expect(await find(String.raw`done\((".*")\)`, quoted)).toMatchObject({ text: 'it\'s "3"\n' });
    expect(await find(String.raw`done\(('.*')\)`, String.raw`done('it\'s 3')`)).toMatchObject({
      text: "it's 3",
    });
    expect(await find('.+', '"')).toMatchObject({ text: '"' });
    expect(await find('.+', "'tis")).toMatchObject({ text: "'tis" });
  });

  it('ends a pattern that takes for ever, and does not hold up others meanwhile', async () => {
    let turns = 0;
    const ticking = setInterval(() => (turns += 1), 5);
    const hostile = findAnswer(
      '^(a+)+$',
      { stdout: { text: `${'a'.repeat(40)}!`, firstLine: 1 }, stderr: { text: '', firstLine: 1 } },
      { patienceMs: 200 },
    );
    await expect(hostile).rejects.toMatchObject({ code: 'ANSWER_RULE', fault: 'user', stopsRun: true });
    clearInterval(ticking);
    expect(turns).toBeGreaterThan(3);
  });

  it('takes empty matches for none', async () => {
    expect(await find('x*', 'aaa')).toBeNull();
  });
});

describe('findAnswer by a path into JSON', () => {
  it('gives what the last line that has it says', async () => {
    const lines = '{"answer": "1"}\nlog\n{"answer": "2"}\n{"other": 3}\n';
    expect(await find('$.answer', lines)).toEqual({ text: '2', output: 'stdout', line: 3 });
  });

  it('goes into objects and lists', async () => {
    const text = '{"steps": [{"text": "a"}, {"text": 7, "final answer": true}], "none": null}';
    expect(await find('$.steps[-1].text', text)).toMatchObject({ text: '7' });
    expect(await find('$["steps"][0][\'text\']', text)).toMatchObject({ text: 'a' });
    expect(await find('$.steps[1]["final answer"]', text)).toMatchObject({ text: 'true' });
    for (const path of ['$.none', '$.steps', '$.steps.text', '$.steps[5].text', '$.toString', '$.none.a']) {
      expect(await find(path, text)).toBeNull();
    }
  });

  it('reads documents of several lines', async () => {
    const text = `noise\n${JSON.stringify({ result: { answer: 'yes' } }, null, 2)}\ndone\n`;
    expect(await find('$.result.answer', text)).toEqual({ text: 'yes', output: 'stdout', line: 2 });
    expect(await find('$[0].a', '[\n  {"a": 1}\n]\n')).toMatchObject({ text: '1' });
  });

  it('finds any text at any depth', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.stringMatching(/^[a-z]{1,5}$/), { minLength: 1, maxLength: 4 }),
        fc.stringMatching(/^[a-z ]*[a-z]$/),
        async (names, answer) => {
          const value = names.toReversed().reduce<unknown>((inner, name) => ({ [name]: inner }), answer);
          for (const indent of [0, 2]) {
            const found = await find(
              `$.${names.join('.')}`,
              `log\n${JSON.stringify(value, null, indent)}\nlog`,
            );
            expect(found?.text).toBe(answer.trim());
          }
        },
      ),
    );
  });

  it('does not take long for documents that never end', async () => {
    expect(await find('$.a', '{\n'.repeat(200_000))).toBeNull();
  });
});

describe('checkAnswerRule', () => {
  it.each(['(', '$.a..b', '$.a[', '$.a[x]', '$[', 'x'.repeat(3000)])('refuses %s', (rule) => {
    expect(() => checkAnswerRule(rule)).toThrow(AnswerRuleError);
  });

  it.each(['^Answer: (.*)', '$.a.b[0]', '$["a b"]', '$', 'x$'])('takes %s', (rule) => {
    expect(() => checkAnswerRule(rule)).not.toThrow();
  });
});
