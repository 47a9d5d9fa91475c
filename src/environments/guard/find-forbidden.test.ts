import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Action } from '../../domain/action.js';
import { parseHierarchy } from '../../domain/hierarchy/parse-hierarchy.js';
import { FORBIDDEN_KINDS } from '../../domain/task-fields/forbidden-kind.js';
import { findForbidden } from './find-forbidden.js';
import { actionOfId, actionOfLabel } from './forbidden-words.js';

const ALL = new Set(FORBIDDEN_KINDS);
const SIZE = { width: 100, height: 200 };
const TAP: Action = { type: 'tap', target: { type: 'point', point: { x: 50, y: 50, space: 'pixel' } } };

describe('the label of a button', () => {
  it.each([
    [
      'pay',
      'Pay now',
      'PAY €12.99',
      'Confirm and pay',
      'Slide to pay',
      'Place order',
      'Buy',
      'Pay with Google Pay',
    ],
    ['pay', 'Jetzt bezahlen', 'Zahlungspflichtig bestellen', 'Kaufen', 'Bezahlen 12,99 €'],
    [
      'pay',
      '确认付款',
      '立即支付',
      '支付 12.00 元',
      '提交订单',
      'Pagar ahora',
      'Confirmar y pagar',
      'Payer 12 €',
      'Acheter',
    ],
    [
      'delete',
      'Delete',
      'Delete photo',
      'Löschen',
      'Foto löschen',
      '删除',
      '删除照片',
      'Eliminar',
      'Supprimer',
    ],
    [
      'send',
      'Send',
      'Send message',
      'Save & send',
      'Senden',
      'Nachricht senden',
      '发送',
      '发送消息',
      'Enviar',
      'Envoyer',
    ],
    ['call', 'Call', 'Call Anna', 'Anrufen', 'Anna anrufen', '呼叫', '拨打电话', 'Llamar', 'Appeler'],
  ])('names %s', (kind, ...labels) => {
    for (const label of labels) expect([label, actionOfLabel(label, ALL)?.kind]).toEqual([label, kind]);
  });

  it('is no false alarm where the word is another, a thing, or part of a sentence', () => {
    const labels = [
      'Payment methods',
      'Paypal',
      'Google Pay',
      'Payee',
      'Buyer protection',
      'Buy again',
      'Pay later',
      'Senden der Diagnosedaten',
      'Sender',
      'Sent',
      'Call history',
      'Marcar como leído',
      'Anzahl Zahlen',
      'Purchase protection',
      'Send to back',
      'Send feedback',
      'Dial pad',
      'Borrar filtros',
      'Subscribe',
      'Clear all',
      'Call settings',
      'Recall',
      'Caller ID',
      'Deleted items',
      'Undelete',
      'Send me the report by tomorrow',
      'Do not delete',
      'Bestellungen',
      '支付方式',
      '支付宝',
      '付款记录',
      '发送失败',
      '通话记录',
      '拨号设置',
      'Löschen der Daten planen',
      'Pagos',
      'Enviados',
      'Payeur',
      'Llamadas',
      'Appels',
      '',
      '12.99',
    ];
    for (const label of labels) expect([label, actionOfLabel(label, ALL)]).toEqual([label, null]);
  });

  it('names nothing of a kind that is permitted', () => {
    expect(actionOfLabel('Pay now', new Set(['send', 'delete', 'call']))).toBeNull();
  });

  it.each([
    ['btn_send', 'send'],
    ['sendMessageButton', 'send'],
    ['action_delete', 'delete'],
    ['fab_call', 'call'],
    ['call_history', undefined],
    ['payment', undefined],
    ['unsend_button', undefined],
    ['btn', undefined],
  ])('of an icon is its resource id: %s', (id, kind) => {
    expect(actionOfId(id, ALL)?.kind).toBe(kind);
  });

  it('is read whatever the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const found = actionOfLabel(text, ALL);
        expect(found === null || ALL.has(found.kind)).toBe(true);
        expect(actionOfLabel(text, new Set())).toBeNull();
      }),
    );
  });
});

function page(inner: string): ReturnType<typeof parseHierarchy> {
  return parseHierarchy(
    `<hierarchy><node class="a.Frame" bounds="[0,0][100,200]">${inner}</node></hierarchy>`,
  );
}
const node = (attributes: string, inner = '') =>
  `<node class="android.widget.Button" bounds="[0,0][100,100]" ${attributes}>${inner}</node>`;
const look = (action: Action, inner: string) =>
  findForbidden(action, page(inner), { size: SIZE, kinds: ALL });

describe('findForbidden', () => {
  it('looks at the button, its description, and what lies in it', () => {
    expect(look(TAP, node('clickable="true" text="Pay now"'))).toEqual({ kind: 'pay', words: 'Pay now' });
    expect(look(TAP, node('clickable="true" content-desc="Delete"'))?.kind).toBe('delete');
    expect(look(TAP, node('clickable="true"', node('text="Send"')))?.kind).toBe('send');
    expect(look(TAP, node('clickable="true" resource-id="a:id/btn_call"'))?.kind).toBe('call');
    // The text is hit, and the button around it is set off.
    const widget: Action = { type: 'tap', target: { type: 'selector', attributes: { text: 'Send' } } };
    expect(look(widget, node('clickable="true"', node('text="Send"')))?.kind).toBe('send');
    expect(
      look(
        { type: 'long_press', target: { type: 'element', element: 0 } },
        node('clickable="true" text="Delete"'),
      )?.kind,
    ).toBe('delete');
    const permille: Action = {
      type: 'tap',
      target: { type: 'point', point: { x: 500, y: 200, space: 'permille' } },
    };
    expect(look(permille, node('clickable="true" text="Call"'))?.kind).toBe('call');
    const slide: Action = { type: 'swipe', direction: 'right', from: { x: 5, y: 50, space: 'pixel' } };
    expect(look(slide, node('clickable="true" text="Slide to pay"'))?.kind).toBe('pay');
  });

  it('takes the smallest that can be clicked, and passes over headings, entries of lists and fields', () => {
    const inner = node(
      'clickable="true" text="Pay now"',
      `<node class="b" clickable="true" text="Details" bounds="[40,40][60,60]"/>`,
    );
    expect(look(TAP, inner)).toBeNull();
    expect(look(TAP, node('text="Senden"'))).toBeNull();
    const entry = node(
      'clickable="true"',
      node('text="Anna"') + node('text="Call me"') + node('text="12:00"'),
    );
    expect(look(TAP, entry)).toBeNull();
    expect(
      look(
        TAP,
        '<node class="android.widget.EditText" clickable="true" text="Send" bounds="[0,0][100,100]"/>',
      ),
    ).toBeNull();
    expect(look(TAP, node('clickable="true" text="Pay now" visible-to-user="false"'))).toBeNull();
    const other: Action = {
      type: 'tap',
      target: { type: 'point', point: { x: 50, y: 150, space: 'pixel' } },
    };
    expect(look(other, node('clickable="true" text="Pay now"'))).toBeNull();
  });

  it('takes ENTER for sending where a field has the focus and the screen has a button that sends', () => {
    const field =
      '<node class="android.widget.EditText" focused="true" text="Hi" bounds="[0,100][100,150]"/>';
    const enter: Action = { type: 'key', key: 'ENTER' };
    const send = node('clickable="true" content-desc="Send"');
    expect(look(enter, field + send)).toEqual({ kind: 'send', words: 'Send' });
    expect(look({ type: 'type', text: 'Hi', submit: true }, field + send)?.kind).toBe('send');
    expect(look({ type: 'type', text: 'Hi' }, field + send)).toBeNull();
    expect(look({ type: 'key', key: 'BACK' }, field + send)).toBeNull();
    expect(look(enter, send)).toBeNull();
    expect(look(enter, field + node('clickable="true" text="Search"'))).toBeNull();
    const permitted = findForbidden(enter, page(field + send), { size: SIZE, kinds: new Set(['pay']) });
    expect(permitted).toBeNull();
  });

  it.each([
    ['tel:112', 'call'],
    [' TEL:112', 'call'],
    ['sms:112?body=hi', 'send'],
    ['smsto:112', 'send'],
    ['intent:112#Intent;scheme=tel;end', 'call'],
    ['intent:#Intent;action=android.intent.action.CALL;end', 'call'],
    ['https://example.org/tel:112', undefined],
    ['mailto:a@example.org', undefined],
  ])('takes the address %s for what its scheme says', (url, kind) => {
    expect(findForbidden({ type: 'open_url', url }, null, { size: null, kinds: ALL })?.kind).toBe(kind);
    expect(
      findForbidden({ type: 'open_url', url }, null, { size: null, kinds: new Set(['pay']) }),
    ).toBeNull();
  });
});

describe('ways past a button', () => {
  const screen = (attributes: string, field = ''): ReturnType<typeof parseHierarchy> =>
    parseHierarchy(
      `<hierarchy><node class="android.widget.Button" text="Send" clickable="true" bounds="[0,0][100,100]" ${attributes}/>${field}</hierarchy>`,
    );
  const FIELD =
    '<node class="android.widget.EditText" text="" focused="true" clickable="true" bounds="[0,100][100,200]"/>';
  const kindOf = (action: Action, hierarchy: ReturnType<typeof parseHierarchy>): string | undefined =>
    findForbidden(action, hierarchy, { size: SIZE, kinds: ALL })?.kind;

  it.each(['ENTER', 'KEYCODE_ENTER', 'KEYCODE_DPAD_CENTER', 'KEYCODE_NUMPAD_ENTER', '66'])(
    'are no way with the key %s',
    (key) => {
      expect(kindOf({ type: 'key', key }, screen('', FIELD))).toBe('send');
      expect(kindOf({ type: 'key', key }, screen(''))).toBeUndefined();
    },
  );

  it('are no way with a new line, with a target that is typed into, or with the key for calls', () => {
    expect(kindOf({ type: 'type', text: 'a\n' }, screen('', FIELD))).toBe('send');
    expect(kindOf({ type: 'type', text: 'a' }, screen('', FIELD))).toBeUndefined();
    const target = { type: 'point' as const, point: { x: 50, y: 50, space: 'pixel' as const } };
    expect(kindOf({ type: 'type', text: 'a', target }, screen(''))).toBe('send');
    expect(kindOf({ type: 'key', key: 'KEYCODE_CALL' }, screen(''))).toBe('call');
    expect(kindOf({ type: 'key', key: 'BACK' }, screen('', FIELD))).toBeUndefined();
  });

  it('leave boxes to tick and swipes that begin on a button alone', () => {
    expect(kindOf(TAP, screen(''))).toBe('send');
    expect(kindOf(TAP, screen('checkable="true"'))).toBeUndefined();
    const from = { x: 50, y: 50, space: 'pixel' as const };
    expect(kindOf({ type: 'swipe', direction: 'up', from }, screen(''))).toBeUndefined();
    const slider =
      '<hierarchy><node class="android.view.View" text="Slide to pay" clickable="true" bounds="[0,0][100,100]"/></hierarchy>';
    expect(kindOf({ type: 'swipe', direction: 'right', from }, parseHierarchy(slider))).toBe('pay');
  });
});
