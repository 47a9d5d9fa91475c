import { html, type Html } from '../html.js';
import { icon } from '../icon.js';
import type { Page } from '../mini-app.js';
import { tap, to, toldOf } from '../place.js';
import { MUG_COLOURS, priceText, productOf } from './goods.js';
import { tool, topBar } from './parts.js';

interface Item {
  readonly product: string;
  readonly name: string;
  readonly detail: string;
  readonly price: number;
  readonly backdrop: string;
  readonly picture: Html;
}

/** What a cart holds: a product, or `mug-sand` and `mug-blue`. */
function itemOf(id: string): Item {
  const [product = '', colour = ''] = id.split('-');
  const one = productOf(product);
  const variant = colour === 'blue' || colour === 'sand' ? MUG_COLOURS[colour] : undefined;
  return {
    product,
    name: one.name,
    detail: variant === undefined ? one.kind : `Colour: ${variant.name}`,
    price: one.price,
    backdrop: one.backdrop,
    picture: variant?.picture ?? one.picture,
  };
}

function basket(item: Item, remove: Html | null): Html {
  return html`<div class="basket card" data-id="cart_item">
    <div class="shot" data-skip style="background:${item.backdrop}">${item.picture}</div>
    <div class="words">
      <span class="strong" data-id="product_name">${item.name}</span>
      <p class="quiet" data-id="product_detail">${item.detail}</p>
      <b data-id="product_price">${priceText(item.price)}</b>
    </div>
    ${remove}
  </div>`;
}

/** The cart; `tabs` draws the app's own bar. */
export function cart(tabs: (now: string) => Html): Page {
  return ({ with: id = '', ...state }) => {
    if (id === '') {
      return {
        title: 'Cart',
        activity: '.CartActivity',
        body: html`<header class="bar"><h1 data-id="toolbar_title">Cart</h1></header>
          <div class="center void">
            <div class="disc big">${icon('cart')}</div>
            <p data-id="empty_text">Your cart is empty.</p>
            <button class="button plain" data-id="start_shopping" ${tap(to('shop.home'))}>
              Start shopping
            </button>
          </div>
          <span class="space"></span>
          ${tabs('cart')}`,
      };
    }
    const item = itemOf(id);
    const isMug = item.product === 'mug';
    const others = toldOf(state, 'cart')
      .filter((one) => one !== id)
      .map(itemOf)
      .toReversed();
    const total = others.reduce((sum, { price }) => sum + price, item.price);
    return {
      title: 'Cart',
      activity: '.CartActivity',
      body: html`<header class="bar">
          <h1 data-id="toolbar_title">Cart</h1>
          <span class="quiet" data-id="item_count"
            >${others.length === 0 ? '1 item' : `${others.length + 1} items`}</span
          >
        </header>
        ${basket(item, tool('trash', 'Remove', to('shop.cart'), 'remove_item'))}
        ${others.map((other) => basket(other, null))}
        <span class="space"></span>
        <div class="sum">
          <span data-id="total_label">Total</span><b data-id="total">${priceText(total)}</b>
        </div>
        <div class="buy">
          <button
            class="button"
            data-id="checkout_button"
            ${isMug ? tap(to('shop.checkout', { item: id })) : html`data-press`}
          >
            Check out
          </button>
        </div>
        ${tabs('cart')}`,
    };
  };
}

const WAYS = { card: 'Card ending in 4417', gift: 'Gift card, £ 25.00 left' } as const;
type Way = keyof typeof WAYS;
const wayOf = (pay: string): Way => (pay === 'gift' ? 'gift' : 'card');

/** Last page before an order is placed. */
export const checkout: Page = ({ item: id = '', pay = '' }) => {
  const item = itemOf(id);
  return {
    title: 'Check out',
    activity: '.CheckoutActivity',
    body: html`${topBar('Check out', to('shop.cart', { with: id }))}
      <div class="step" data-id="address_box">
        <b class="number" data-skip>1</b>
        <div class="words">
          <span class="strong" data-id="step_title">Deliver to</span>
          <p class="quiet" data-id="address">Robin Vale, Alder House, 6 Mill Row</p>
        </div>
      </div>
      <div class="step" data-id="delivery_box">
        <b class="number" data-skip>2</b>
        <div class="words">
          <span class="strong" data-id="step_title">Delivery</span>
          <p class="quiet" data-id="delivery">Tuesday 20 October, free</p>
        </div>
      </div>
      <div class="step" data-id="payment_box" ${tap(to('shop.payment', { item: id }))}>
        <b class="number" data-skip>3</b>
        <div class="words">
          <span class="strong" data-id="step_title">Payment</span>
          <p class="quiet" data-id="payment_method">${WAYS[wayOf(pay)]}</p>
        </div>
        ${icon('forward')}
      </div>
      <div class="receipt">
        <div>
          <span data-id="receipt_item"
            >${item.name}, ${item.detail.replace('Colour: ', '').toLowerCase()}</span
          ><span data-id="receipt_price">${priceText(item.price)}</span>
        </div>
        <div class="strong">
          <span data-id="total_label">To pay</span><b data-id="total">${priceText(item.price)}</b>
        </div>
      </div>
      <span class="space"></span>
      <div class="buy">
        <button class="button" data-id="place_order" ${tap(to('shop.placed', { item: id, pay }))}>
          Place order
        </button>
      </div>`,
  };
};

/** Ways to pay, over the checkout page. */
export const payment: Page = ({ item: id = '' }) => ({
  title: 'Payment',
  activity: '.PaymentActivity',
  body: html`${topBar('How would you like to pay?', to('shop.checkout', { item: id }))}
  ${(Object.keys(WAYS) as Way[]).map(
    (way) =>
      html`<div
        class="wallet ${way}"
        data-id="payment_option"
        ${tap(to('shop.checkout', { item: id, pay: way === 'card' ? '' : way }))}
      >
        ${icon(way === 'card' ? 'card' : 'gift')}
        <b data-id="payment_name">${way === 'card' ? 'Card' : 'Gift card'}</b>
        <span data-id="payment_detail">${WAYS[way]}</span>
        <i
          class="dot"
          role="radio"
          data-id="payment_radio"
          aria-checked="${way === 'card' ? 'true' : 'false'}"
        ></i>
      </div>`,
  )}`,
});

/** The order is placed. */
export const placed: Page = ({ item: id = '', pay = '' }) => {
  const item = itemOf(id);
  return {
    title: 'Order placed',
    activity: '.OrderActivity',
    body: html`<div class="thanks">
      <div class="seal">${icon('check')}</div>
      <h1 data-id="order_title">Thank you, Robin!</h1>
      <p data-id="order_number">Order HG-3051</p>
      <div class="slip" data-id="order_slip">
        <div class="shot" data-skip style="background:${item.backdrop}">${item.picture}</div>
        <div class="words">
          <b data-id="order_item">${item.name}, ${item.detail.replace('Colour: ', '').toLowerCase()}</b>
          <p data-id="order_payment">Paid with ${wayOf(pay) === 'gift' ? 'gift card' : 'card'}</p>
          <p data-id="order_delivery">Arrives Tuesday 20 October</p>
        </div>
      </div>
      <button class="button plain" data-id="continue_button" ${tap(to('shop.home'))}>
        Continue shopping
      </button>
    </div>`,
  };
};
