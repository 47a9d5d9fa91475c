import { describe, expect, it } from 'vitest';
import type { Decision } from '../../domain/decision.js';
import { attemptEvents, atSecond, taskEvent, writeJournal } from '../../testing/run-fakes/journal-fake.js';
import { temporaryFolder } from '../../testing/run-fakes/run-fake.js';
import type { JournalEvent } from './journal/event.js';
import { indexRun } from './run-index.js';
import { tallyAnswers } from './tally-answers.js';

const error = { kind: 'no_action', message: 'none', excerpt: '' } as const;
const unread: Decision = { type: 'format_error', error };
const repaired: Decision = { type: 'action', action: { type: 'wait' }, repaired: error };
const tap: Decision = {
  type: 'action',
  action: { type: 'tap', target: { type: 'point', point: { x: 500, y: 900, space: 'pixel' } } },
};

/** The attempt with other decisions, step by step. */
function deciding(events: readonly JournalEvent[], ...decisions: readonly Decision[]): JournalEvent[] {
  return events.map((event) =>
    event.type === 'decision' ? { ...event, decision: decisions[event.step] ?? event.decision } : event,
  );
}

describe('tallyAnswers', () => {
  it('counts unreadable and repaired answers of attempts that count, done or under way', async () => {
    await using folder = await temporaryFolder();
    const three = ['x', 'y', 'z'];
    const outage = { reason: 'model_error', fault: 'model' } as const;
    await writeJournal(folder.path, [
      ...['a', 'b', 'c'].map(taskEvent),
      // Done over: what it answered the first time does not count.
      ...deciding(attemptEvents({ item: 'a', steps: three, end: outage }), unread, unread, unread),
      ...deciding(attemptEvents({ item: 'a', attempt: 2, cause: 'again', steps: three }), unread, repaired),
      // Under way: answers count, following instructions does not.
      ...deciding(attemptEvents({ item: 'b', steps: three, end: null }), repaired),
      // Voided: the same.
      ...deciding(attemptEvents({ item: 'c', steps: three, end: outage }), unread),
    ]);
    await writeJournal(folder.path, deciding(attemptEvents({ item: 'a', steps: three }), unread, unread), {
      writer: 'other',
    });
    const { repairs, instructionFollowing } = await tallyAnswers(await indexRun(folder.path));
    expect(repairs.answers).toBe(9);
    expect(repairs.total).toEqual({ repaired: 2, failed: 0, left: 2 });
    expect([...repairs.repairedItems]).toEqual(['a#0', 'b#0']);
    // One unreadable, then a wait and a key: nothing was repeated.
    expect(instructionFollowing).toEqual([
      { item: 'a#0', task: 'a', repeated: 0, repeatable: 1, actions: 3, formatErrors: 2 },
    ]);
  });

  it('says of each episode what it repeated, of those it is asked about', async () => {
    await using folder = await temporaryFolder();
    const events = ['a', 'b'].flatMap((item) => [
      taskEvent(item),
      ...attemptEvents({ item, repeat: 3, steps: ['x', 'y'] }),
    ]);
    await writeJournal(folder.path, events);
    const index = await indexRun(folder.path);
    const counts = { repeated: 1, repeatable: 1, actions: 2, formatErrors: 0 };
    expect((await tallyAnswers(index)).instructionFollowing).toEqual([
      { item: 'a#3', task: 'a', ...counts },
      { item: 'b#3', task: 'b', ...counts },
    ]);
    const asked = await tallyAnswers(index, { isGoneAbout: ({ id }) => id === 'b' });
    expect(asked.instructionFollowing.map(({ item }) => item)).toEqual(['b#3']);
  });

  it('takes no decision for an action that was not carried out, or was made anew', async () => {
    await using folder = await temporaryFolder();
    const [start, seen, decided, done, end] = attemptEvents({ item: 'a' });
    if (!start || !seen || !decided || !done || !end) throw new Error('no such event');
    const again = { item: 'a', repeat: 0, attempt: 1, step: 0, cause: 'resume', method: 'snapshot' } as const;
    await writeJournal(folder.path, [
      taskEvent('a'),
      start,
      seen,
      ...deciding([decided], repaired),
      { type: 'item-resume', at: atSecond(3), ...again, redo: true },
      seen,
      decided,
      done,
      ...attemptEvents({ item: 'a', steps: ['x', 'y'] })
        .filter((event) => 'step' in event && event.step === 1)
        .slice(0, 2),
      end,
    ]);
    const { repairs, instructionFollowing } = await tallyAnswers(await indexRun(folder.path));
    expect(repairs.answers).toBe(3);
    expect(instructionFollowing).toMatchObject([{ actions: 1, formatErrors: 0 }]);
  });

  it('watches where positions lie on the screens that were seen', async () => {
    await using folder = await temporaryFolder();
    const steps = Array.from({ length: 6 }, () => 'x');
    const events = deciding(attemptEvents({ item: 'a', steps }), ...steps.map(() => tap));
    await writeJournal(folder.path, [taskEvent('a'), ...events]);
    const { spans } = await tallyAnswers(await indexRun(folder.path));
    expect(spans.findings()).toMatchObject([{ positions: 6, outside: 6, reason: 'outside' }]);
  });

  it('stops when it is aborted', async () => {
    await using folder = await temporaryFolder();
    await writeJournal(folder.path, [taskEvent('a'), ...attemptEvents({ item: 'a' })]);
    const signal = AbortSignal.abort(new Error('enough'));
    await expect(tallyAnswers(await indexRun(folder.path), { signal })).rejects.toThrow('enough');
  });
});
