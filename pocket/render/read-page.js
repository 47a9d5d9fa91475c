// Runs inside the page: scrolls it, then reads what a phone would report of it. `phone-page.ts` hands over the text of
// the function, so it stands alone: plain JavaScript, no imports.

/** @param {{ scroll: number, ratio: number }} options */
export function readPage({ scroll, ratio }) {
  /** How far one swipe moves a list, as a share of its height. */
  const SWIPE_SHARE = 0.75;
  /** Less than this many CSS pixels outside the frame is not worth a swipe. */
  const SCROLL_SLACK = 6;
  /** Parts narrower than this many CSS pixels are not seen. */
  const SLIVER = 1;

  const windows = [...document.querySelectorAll('[data-window]')];
  const front = windows.at(-1) ?? null;
  const scope = front ?? document.querySelector('#app');

  const scroller = scope.querySelector('[data-scroll]');
  let positions = 0;
  if (scroller !== null) {
    const most = scroller.scrollHeight - scroller.clientHeight;
    const stride = Math.floor(scroller.clientHeight * SWIPE_SHARE);
    positions = most <= SCROLL_SLACK ? 0 : Math.ceil(most / stride);
    scroller.scrollTop = Math.min(scroll * stride, Math.max(most, 0));
  }

  /** Visible part of an element in CSS pixels, or null. */
  function visiblePart(element, clip) {
    const rect = element.getBoundingClientRect();
    const box = [
      Math.max(rect.left, clip[0]),
      Math.max(rect.top, clip[1]),
      Math.min(rect.right, clip[2]),
      Math.min(rect.bottom, clip[3]),
    ];
    return box[2] - box[0] < SLIVER || box[3] - box[1] < SLIVER ? null : box;
  }

  const toDevice = (box) => box.map((value) => Math.round(value * ratio));

  function classOf(element) {
    if (element.dataset.class) return element.dataset.class;
    const role = element.getAttribute('role');
    if (role === 'switch') return 'android.widget.Switch';
    if (role === 'checkbox') return 'android.widget.CheckBox';
    if (role === 'radio') return 'android.widget.RadioButton';
    if (role === 'textbox') return 'android.widget.EditText';
    if (role === 'slider') return 'android.widget.SeekBar';
    if (element.hasAttribute('data-scroll')) {
      return element.tagName === 'UL'
        ? 'androidx.recyclerview.widget.RecyclerView'
        : 'android.widget.ScrollView';
    }
    switch (element.tagName.toLowerCase()) {
      case 'button':
        return ownText(element) === null ? 'android.widget.ImageButton' : 'android.widget.Button';
      case 'svg':
      case 'i':
      case 'img':
        return 'android.widget.ImageView';
      case 'ul':
        return 'androidx.recyclerview.widget.RecyclerView';
      case 'li':
        return 'android.view.ViewGroup';
      case 'nav':
      case 'section':
        return 'android.widget.FrameLayout';
      case 'article':
        return 'androidx.cardview.widget.CardView';
      default:
        return ownText(element) === null ? 'android.widget.LinearLayout' : 'android.widget.TextView';
    }
  }

  /** Text an element shows itself; null when it only holds other elements. */
  function ownText(element) {
    if (element.getAttribute('role') === 'textbox') {
      return element.querySelector('.hint') === null ? element.textContent.trim() : '';
    }
    if (element.tagName === 'BUTTON') return element.textContent.replace(/\s+/g, ' ').trim() || null;
    const direct = [...element.childNodes].some(
      (child) => child.nodeType === Node.TEXT_NODE && child.textContent.trim() !== '',
    );
    if (!direct) return null;
    return [...element.childNodes]
      .map((child) => (child.nodeName === 'BR' ? '\n' : child.textContent.replace(/\s+/g, ' ')))
      .join('')
      .split('\n')
      .map((line) => line.trim())
      .join('\n')
      .trim();
  }

  const flag = (element, name) => element.getAttribute(name) === 'true';

  /** Node of the hierarchy for an element, with its children; layout-only elements give their children instead. */
  function read(element, clip) {
    const style = getComputedStyle(element);
    if (style.display === 'none' || style.visibility === 'hidden') return [];
    if (element.hasAttribute('data-window') && element !== front) return [];
    if (element.hasAttribute('data-skip')) return [];
    const box = visiblePart(element, clip);
    if (box === null) return [];
    const text = ownText(element);
    const isGraphic = element.tagName.toLowerCase() === 'svg';
    const inner = style.overflowY === 'visible' && style.overflowX === 'visible' ? clip : box;
    const children =
      isGraphic || text !== null ? [] : [...element.children].flatMap((child) => read(child, inner));
    const field = element.getAttribute('role') === 'textbox';
    const checkable = ['switch', 'checkbox', 'radio'].includes(element.getAttribute('role'));
    const clickable =
      element.hasAttribute('data-tap') || element.hasAttribute('data-press') || element.tagName === 'BUTTON';
    const longClickable = element.hasAttribute('data-hold') || field;
    const scrollable = element === scroller ? positions > 0 : element.hasAttribute('data-pan');
    const label = element.getAttribute('aria-label') ?? '';
    const kept =
      element.id === '' &&
      (text !== null ||
        element.dataset.id !== undefined ||
        element.dataset.class !== undefined ||
        label !== '' ||
        checkable ||
        clickable ||
        longClickable ||
        scrollable);
    if (!kept) return children;
    const hint = element.getAttribute('placeholder') ?? '';
    return [
      {
        text: field ? text || hint : (text ?? ''),
        id: element.dataset.id ?? '',
        class: classOf(element),
        description: label,
        checkable,
        checked: flag(element, 'aria-checked'),
        clickable: clickable || field || checkable,
        enabled: !flag(element, 'aria-disabled'),
        focused: element.hasAttribute('data-focused'),
        scrollable,
        longClickable,
        password: element.hasAttribute('data-password'),
        selected: flag(element, 'aria-selected'),
        hint,
        bounds: toDevice(box),
        children,
      },
    ];
  }

  const whole = [0, 0, innerWidth, innerHeight];
  /** Area of the screen an affordance is really seen in: cut by everything around it that cuts. */
  function seenBox(element) {
    let clip = whole;
    for (let parent = element.parentElement; parent !== null; parent = parent.parentElement) {
      const style = getComputedStyle(parent);
      if (style.overflowY === 'visible' && style.overflowX === 'visible') continue;
      const rect = parent.getBoundingClientRect();
      clip = [
        Math.max(rect.left, clip[0]),
        Math.max(rect.top, clip[1]),
        Math.min(rect.right, clip[2]),
        Math.min(rect.bottom, clip[3]),
      ];
    }
    return visiblePart(element, clip);
  }

  const labelOf = (element) =>
    (element.getAttribute('aria-label') ?? element.textContent.replace(/\s+/g, ' ').trim()).slice(0, 60);
  const touches = [];
  const apps = [];
  const roots = [scope, document.querySelector('#keyboard')].filter((root) => root !== null);
  for (const element of roots.flatMap((root) => [root, ...root.querySelectorAll('*')])) {
    for (const kind of ['tap', 'hold']) {
      if (element.dataset[kind] === undefined) continue;
      const box = seenBox(element);
      if (box === null) continue;
      touches.push({
        kind,
        target: JSON.parse(element.dataset[kind]),
        box: toDevice(box),
        label: labelOf(element),
      });
    }
    if (element.dataset.cover !== undefined) {
      touches.push({ kind: 'cover', target: null, box: toDevice(seenBox(element)), label: 'cover' });
    }
    if (element.dataset.app !== undefined) {
      apps.push({ app: element.dataset.app, box: toDevice(seenBox(element)) });
    }
  }

  const inScope = (name) => [
    ...(scope.hasAttribute(name) ? [scope] : []),
    ...scope.querySelectorAll(`[${name}]`),
  ];
  const swipes = ['up', 'down', 'left', 'right'].flatMap((direction) =>
    inScope(`data-swipe-${direction}`).map((element) => ({
      direction,
      target: JSON.parse(element.getAttribute(`data-swipe-${direction}`)),
    })),
  );
  const only = (name) => {
    const found = inScope(name);
    if (found.length > 1) throw new Error(`${found.length} elements carry ${name}`);
    return found.length === 0 ? null : JSON.parse(found[0].getAttribute(name));
  };

  const bounds =
    front === null ? whole : (visiblePart(front.querySelector('[data-panel]') ?? front, whole) ?? whole);
  const keyboard = document.querySelector('#keyboard');
  const enterKey = document.querySelector('[data-enter-key]');
  const clipped = (root) => (root === null ? [] : [...root.children].flatMap((child) => read(child, whole)));
  return {
    window: { bounds: toDevice(bounds), children: clipped(scope) },
    keyboard:
      keyboard === null
        ? null
        : { bounds: toDevice(visiblePart(keyboard, whole)), children: clipped(keyboard) },
    touches,
    apps,
    typed: only('data-typed') ?? [],
    enter: only('data-enter'),
    enterKey: enterKey === null ? null : toDevice(seenBox(enterKey)),
    wait: only('data-wait'),
    swipes,
    positions,
  };
}
