import { describe, expect, it } from 'vitest';
import { follow } from '../pocket/live/journey.js';
import { drawnState, recall, refresh, remember, type Memory } from '../pocket/live/memory.js';
import { targetOf } from '../pocket/live/typed-texts.js';
import { arrive, placeId, to, type Place, type Target } from '../pocket/place.js';

const place = (target: Target): Place => arrive(target, { page: '', state: {}, scroll: 0 });

/** Memory and node after steps from one place to the next. */
function walk(...targets: readonly Target[]): { memory: Memory; id: string } {
  let memory: Memory = {};
  let here: Place | null = null;
  for (const target of targets) {
    memory = remember(memory, here, target);
    here = place(recall(memory, here, target));
  }
  return { memory, id: here === null ? '' : placeId(here) };
}

describe('the memory of the live phone', () => {
  it.each<[string, Target[], string]>([
    [
      'an alarm',
      [to('clock.alarms', { added: 'early', days: 'week' }), to('clock.world'), to('clock.alarms')],
      'clock.alarms~early.week',
    ],
    [
      'a switch that is turned off again',
      [to('settings.dnd', { on: 'on' }), to('settings.dnd'), to('settings.sound'), to('settings.dnd')],
      'settings.dnd',
    ],
    [
      'a group that is muted in its list',
      [to('messages.list', { muted: 'hikers' }), to('messages.group')],
      'messages.group~muted',
    ],
    [
      'a message that was sent',
      [
        to('messages.thread', { with: 'noor', step: 'sent' }),
        to('messages.list'),
        to('messages.thread', { with: 'noor' }),
      ],
      'messages.thread~sent.noor',
    ],
    [
      'no draft',
      [
        to('messages.thread', { with: 'noor', step: 'typed' }),
        to('messages.list'),
        to('messages.thread', { with: 'noor' }),
      ],
      'messages.thread~noor',
    ],
    [
      'what lies in the cart',
      [to('shop.product', { of: 'mug', colour: 'blue', done: 'carted' }), to('shop.home'), to('shop.cart')],
      'shop.cart~mug-blue',
    ],
    [
      'an order, which empties the cart',
      [
        to('shop.product', { of: 'mug', done: 'carted' }),
        to('shop.placed', { item: 'mug-sand' }),
        to('shop.cart'),
      ],
      'shop.cart',
    ],
    [
      'a snackbar that is gone',
      [to('mail.inbox', { archived: 'library' }), to('mail.search'), to('mail.inbox')],
      'mail.inbox',
    ],
  ])('holds %s', (_, targets, id) => {
    expect(walk(...targets).id).toBe(id);
  });

  it('holds all entries of a list, and tells the page of those it does not name', () => {
    const { memory } = walk(
      to('clock.world', { added: 'lima' }),
      to('clock.cities'),
      to('clock.world', { added: 'lisbon' }),
    );
    const here = place(recall(memory, null, to('clock.world')));
    expect(placeId(here)).toBe('clock.world~lisbon');
    expect(drawnState(memory, here)['told']).toContain('cities:lima');
  });

  it('takes one of two marks back', () => {
    const { memory } = walk(
      to('kite.post', { of: 'lanterns', done: 'liked' }),
      to('kite.post', { of: 'lanterns', done: 'saved' }),
      to('kite.post', { of: 'lanterns', done: 'saved', off: 'liked' }),
    );
    expect(memory['marks-lanterns']).toEqual(['saved']);
  });

  it('shows what was changed meanwhile to whoever comes back', () => {
    const { memory } = walk(to('settings.theme', { theme: 'dark' }));
    expect(placeId(refresh(memory, place(to('settings.display'))))).toBe('settings.display~dark');
  });
});

describe('the way back', () => {
  const ids = (journey: readonly Place[]): string[] => journey.map(placeId);
  const after = (...targets: readonly Target[]): string[] =>
    ids(targets.reduce<readonly Place[]>((journey, target) => follow(journey, place(target)), []));

  it('leads to the page before, and a change of a page is no page', () => {
    expect(after(to('mail.inbox'), to('mail.message', { of: 'pia' }))).toEqual([
      'mail.inbox',
      'mail.message~pia',
    ]);
    expect(after(to('settings.dnd'), to('settings.dnd', { on: 'on' }))).toEqual(['settings.dnd~on']);
  });

  it('leads to no form that was left, and into one from its dialog', () => {
    const form = [to('calendar.month'), to('calendar.edit'), to('calendar.pick')] as const;
    expect(after(...form)).toEqual(['calendar.month', 'calendar.edit', 'calendar.pick']);
    expect(after(...form, to('calendar.edit', { day: '16' }))).toEqual([
      'calendar.month',
      'calendar.edit~16',
    ]);
    expect(after(...form, to('calendar.event', { of: 'callotto' }))).toEqual([
      'calendar.month',
      'calendar.event~callotto',
    ]);
  });

  it('is returned on by an arrow up', () => {
    expect(
      after(to('shop.splash'), to('shop.home'), to('shop.product', { of: 'mug' }), to('shop.home')),
    ).toEqual(['shop.home']);
  });
});

describe('a typed text', () => {
  const texts = [
    ['Running ten minutes late', to('messages.thread', { with: 'noor', step: 'typed' })],
  ] as const;

  it('leads on where it carries what is asked for, as on the recorded phone', () => {
    expect(targetOf(texts, 'running ten minutes LATE!')?.page).toBe('messages.thread');
    expect(targetOf(texts, 'Running late')).toBeNull();
    expect(targetOf(texts, '')).toBeNull();
  });
});
