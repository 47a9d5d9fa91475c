import type { ForbiddenKind } from '../../domain/task-fields/forbidden-kind.js';
import { wordsOf } from '../../domain/text/whole-words.js';

/** Where the words that name an action stand in the label of a button. */
type Position =
  /** First, as an imperative does ("Pay now"), or after "and", "to" and the like ("Confirm and pay"). */
  | 'first'
  /** Last ("Jetzt bezahlen"). */
  | 'last'
  /** First or last: in a language without forms of words ("确认付款", "发送消息"). */
  | 'either';

interface Words {
  readonly position: Position;
  readonly phrases: readonly string[];
  /** Words after the phrase that make it a thing in place of an action: "Call history", "支付方式". */
  readonly things?: readonly string[];
}

/** How buttons are labelled that do what cannot be taken back. English, Spanish, French; German; Chinese. */
const FORBIDDEN_WORDS: Readonly<Record<ForbiddenKind, readonly Words[]>> = {
  pay: [
    {
      position: 'first',
      phrases: [
        'pay',
        'buy',
        'purchase',
        'place order',
        'place your order',
        'submit order',
        'order now',
        'complete purchase',
        'confirm payment',
        'confirm purchase',
        'submit payment',
        'make payment',
        'pagar',
        'paga',
        'comprar',
        'compra ahora',
        'realizar pedido',
        'hacer pedido',
        'confirmar pago',
        'payer',
        'acheter',
        'passer la commande',
        'passer commande',
        'commander',
        'confirmer le paiement',
      ],
      things: ['later', 'again', 'history', 'options', 'methods', 'guide', 'protection', 'orders'],
    },
    {
      position: 'last',
      phrases: ['bezahlen', 'jetzt zahlen', 'kaufen', 'bestellen', 'zahlung bestätigen', 'abonnieren'],
    },
    {
      position: 'either',
      phrases: ['付款', '支付', '购买', '提交订单', '确认订单', '下单', '转账', '立即充值'],
      things: ['方式', '设置', '记录', '管理', '宝', '密码', '成功', '失败', '码', '历史'],
    },
  ],
  delete: [
    {
      position: 'first',
      phrases: [
        'delete',
        'erase',
        'uninstall',
        'empty trash',
        'empty bin',
        'factory reset',
        'eliminar',
        'elimina',
        'borrar',
        'borra',
        'desinstalar',
        'vaciar papelera',
        'supprimer',
        'effacer',
        'désinstaller',
        'vider la corbeille',
      ],
      things: ['filter', 'filters', 'filtros', 'filtres'],
    },
    { position: 'last', phrases: ['löschen', 'deinstallieren', 'papierkorb leeren'] },
    { position: 'either', phrases: ['删除', '清空', '卸载', '抹掉'], things: ['记录', '历史'] },
  ],
  send: [
    {
      position: 'first',
      phrases: ['send', 'enviar', 'envía', 'envoyer', 'mandar'],
      things: ['history', 'later', 'options', 'settings', 'feedback', 'to back', 'to front'],
    },
    { position: 'last', phrases: ['senden', 'abschicken', 'absenden', 'verschicken'] },
    { position: 'either', phrases: ['发送', '发出'], things: ['记录', '设置', '历史', '失败', '成功'] },
  ],
  call: [
    {
      position: 'first',
      phrases: ['call', 'dial', 'llamar', 'llama', 'appeler'],
      things: [
        'history',
        'log',
        'logs',
        'list',
        'settings',
        'forwarding',
        'waiting',
        'recording',
        'recordings',
        'duration',
        'center',
        'centre',
        'barring',
        'filter',
        'screen',
        'pad',
      ],
    },
    { position: 'last', phrases: ['anrufen'] },
    {
      position: 'either',
      phrases: ['呼叫', '拨打', '拨号', '拨打电话', '打电话'],
      things: ['记录', '设置', '转移', '等待', '历史'],
    },
  ],
};

/** Words after which an action follows: "Confirm and pay", "Slide to call", "Confirmar y pagar". */
const LEADING = new Set(['and', 'to', 'y', 'et', 'then', 'puis', 'now']);

/** Parts of a resource id that say nothing but what kind of element it is. */
const ELEMENT_PARTS = new Set(
  'btn button action icon ic img image view fab menu item iv tv text bt now msg message do id'.split(' '),
);

/** Words of a label that count for its length; more make it a sentence, or the entry of a list. */
const MOST_WORDS = 4;
/** As many in Chinese, where every character is counted. */
const MOST_CHARACTERS = 8;

/** An action that a label names, and the words that do. */
export interface NamedAction {
  readonly kind: ForbiddenKind;
  readonly words: string;
}

/** The forbidden action that the label of a button names; null where it names none of these kinds. */
export function actionOfLabel(label: string, kinds: ReadonlySet<ForbiddenKind>): NamedAction | null {
  // An ampersand is a word here.
  const words = wordsOf(label.replaceAll('&', ' and '));
  if (!isShort(words)) return null;
  for (const kind of kinds) {
    for (const { position, phrases, things = [] } of FORBIDDEN_WORDS[kind]) {
      const found = phrases.find((phrase) => names(words, { position, phrase: wordsOf(phrase), things }));
      if (found !== undefined) return { kind, words: found };
    }
  }
  return null;
}

/** The same of a resource id such as `btn_send` or `payNowButton`; only English, and nothing else may be in it. */
export function actionOfId(name: string, kinds: ReadonlySet<ForbiddenKind>): NamedAction | null {
  const parts = wordsOf(name.replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2').replaceAll(/[_\-.]/g, ' '));
  const rest = parts.filter((part) => !ELEMENT_PARTS.has(part)).join(' ');
  for (const kind of kinds) {
    const known = FORBIDDEN_WORDS[kind].find(({ position }) => position === 'first')?.phrases ?? [];
    if (known.includes(rest)) return { kind, words: name };
  }
  return null;
}

/** Numbers, amounts and currencies do not count. */
function isShort(words: readonly string[]): boolean {
  const counted = words.filter((word) => !/\p{N}/u.test(word));
  const characters = counted.filter((word) => /^\p{Script=Han}$/u.test(word)).length;
  return characters <= MOST_CHARACTERS && counted.length - characters <= MOST_WORDS;
}

function names(
  words: readonly string[],
  {
    position,
    phrase,
    things,
  }: { readonly position: Position; readonly phrase: readonly string[]; readonly things: readonly string[] },
): boolean {
  const isAt = (at: number): boolean => at >= 0 && phrase.every((word, index) => words[at + index] === word);
  const isThing = (at: number): boolean => {
    const rest = words.slice(at + phrase.length);
    return things.some((thing) => wordsOf(thing).every((word, index) => rest[index] === word));
  };
  const last = words.length - phrase.length;
  switch (position) {
    case 'last':
      return isAt(last) || (isAt(0) && words.slice(phrase.length).every((word) => /\p{N}/u.test(word)));
    case 'either':
      return isAt(last) || (isAt(0) && !isThing(0));
    case 'first':
      return words.some(
        (_, at) => isAt(at) && (at === 0 || LEADING.has(words[at - 1] ?? '')) && !isThing(at),
      );
    default:
      return position satisfies never;
  }
}
