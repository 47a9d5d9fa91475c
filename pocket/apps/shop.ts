import { html, type Html } from '../html.js';
import { icon, type IconName } from '../icon.js';
import type { MiniApp, Page } from '../mini-app.js';
import { tap, to, toldOf, wait, type State, type Target } from '../place.js';
import { MUG_COLOURS, PRODUCTS, priceText, productOf, type CategoryId, type Product } from './goods.js';
import { field, searchBar, tool, topBar } from './parts.js';
import { cart, checkout, payment, placed } from './shop-checkout.js';

const CATEGORIES: Readonly<
  Record<CategoryId, { readonly title: string; readonly glyph: IconName; readonly colour: string }>
> = {
  lighting: { title: 'Lighting', glyph: 'torch', colour: '#f7ecd2' },
  kitchen: { title: 'Kitchen', glyph: 'gift', colour: '#dfeaf2' },
  textiles: { title: 'Textiles', glyph: 'grid', colour: '#f3e1e4' },
};

function tabs(now: string): Html {
  const tab = (page: string, glyph: IconName, title: string): Html =>
    html`<div
      data-id="tab_${page}"
      aria-selected="${now === page ? 'true' : 'false'}"
      ${now === page ? html`data-press` : tap(to(`shop.${page}`))}
    >
      ${icon(glyph)}<span data-id="tab_title">${title}</span>
    </div>`;
  return html`<nav class="nav" data-id="bottom_navigation">
    ${tab('home', 'shop', 'Shop')}${tab('wishes', 'heart', 'Wish list')}${tab('cart', 'cart', 'Cart')}
  </nav>`;
}

const splash: Page = () => ({
  title: 'Shop is starting',
  activity: '.SplashActivity',
  tone: 'splash',
  body: html`<div class="center launch" data-id="splash" ${wait(to('shop.home'))}>
    ${icon('shop')}
    <h1 data-id="splash_title">Harbour Goods</h1>
    <p data-id="splash_line">Things that stay</p>
  </div>`,
});

const home: Page = () => ({
  title: 'Shop',
  activity: '.ShopActivity',
  body: html`${searchBar('Search Harbour Goods', to('shop.search'))}
    <div class="scroll" data-scroll data-id="shop_scroll">
      <div class="offer" data-id="offer" ${tap(to('shop.category', { of: 'textiles' }))}>
        <div class="words">
          <h1 data-id="offer_title">Warm things for autumn</h1>
          <p data-id="offer_line">Blankets and cushions</p>
        </div>
        ${productOf('blanket').picture}
      </div>
      <h2 class="label" data-id="label">Categories</h2>
      <div class="kinds">
        ${(Object.keys(CATEGORIES) as CategoryId[]).map(
          (id) =>
            html`<div
              class="kind"
              data-id="category"
              style="background:${CATEGORIES[id].colour}"
              ${tap(to('shop.category', { of: id }))}
            >
              ${icon(CATEGORIES[id].glyph)}<span data-id="category_name">${CATEGORIES[id].title}</span>
            </div>`,
        )}
      </div>
      <h2 class="label" data-id="label">You may like</h2>
      <div class="pairs">${['teapot', 'cushion', 'halo', 'mug'].map((id) => tile(productOf(id)))}</div>
    </div>
    ${tabs('home')}`,
});

function tile(product: Product): Html {
  return html`<div class="tile" data-id="product_tile" ${tap(to('shop.product', { of: product.id }))}>
    <div class="shot" data-skip style="background:${product.backdrop}">${product.picture}</div>
    <span data-id="product_name">${product.name}</span
    ><b data-id="product_price">${priceText(product.price)}</b>
  </div>`;
}

const category: Page = ({ of = '', order = '', only = '' }) => {
  const id = of as CategoryId;
  const inside = PRODUCTS.filter((one) => one.category === id && (only === '' || one.kind === 'Desk lamp'));
  const shown = order === '' ? inside : inside.toSorted((a, b) => a.price - b.price);
  return {
    title: CATEGORIES[id].title,
    activity: '.CategoryActivity',
    body: html`${topBar(CATEGORIES[id].title, to('shop.home'), tool('cart', 'Cart', to('shop.cart')))}
      ${
        id === 'lighting'
          ? html`<div class="chips">
              <button class="chip" data-id="sort_button" ${tap(to('shop.sort'))}>
                ${icon('sort')}<span data-id="chip_text">${order === '' ? 'Sort' : 'Lowest price'}</span>
              </button>
              <button
                class="chip"
                data-id="filter_button"
                aria-selected="${only === '' ? 'false' : 'true'}"
                ${only === '' ? tap(to('shop.filter')) : tap(to('shop.category', { of }))}
              >
                ${icon('filter')}<span data-id="chip_text">${only === '' ? 'Filter' : 'Desk lamps'}</span>
              </button>
            </div>`
          : null
      }
      <div class="scroll shelf" data-scroll data-id="product_grid">${shown.map(tile)}</div>`,
  };
};

const sort: Page = () => ({
  title: 'Sort by',
  activity: '.CategoryActivity',
  body: html`<div class="below">${category({ of: 'lighting' }).body}</div>
    <div
      class="over sheet"
      data-window
      data-id="touch_outside"
      aria-label="Close sheet"
      ${tap(to('shop.category', { of: 'lighting' }))}
    >
      <div data-panel data-cover data-id="sort_sheet">
        <div class="grip"></div>
        <h2 class="sheet-title" data-id="sheet_title">Sort by</h2>
        <div class="row slim" data-id="sort_option" ${tap(to('shop.category', { of: 'lighting' }))}>
          <b class="dot" role="radio" data-id="sort_radio" aria-checked="true"></b
          ><span data-id="option_text">Recommended</span>
        </div>
        <div
          class="row slim"
          data-id="sort_option"
          ${tap(to('shop.category', { of: 'lighting', order: 'cheap' }))}
        >
          <b class="dot" role="radio" data-id="sort_radio" aria-checked="false"></b
          ><span data-id="option_text">Lowest price first</span>
        </div>
      </div>
    </div>`,
});

const filter: Page = () => ({
  title: 'Filter',
  activity: '.FilterActivity',
  body: html`<header class="bar">
      ${tool('close', 'Close', to('shop.category', { of: 'lighting' }), 'close')}
      <h1 data-id="toolbar_title">Filter</h1>
    </header>
    <h2 class="label" data-id="label">Kind of lamp</h2>
    <div class="choices">
      <button
        class="chip"
        data-id="filter_option"
        ${tap(to('shop.category', { of: 'lighting', only: 'desk' }))}
      >
        Desk lamps
      </button>
      <button class="chip" data-id="filter_option" data-press>Floor lamps</button>
      <button class="chip" data-id="filter_option" data-press>Clip lights</button>
    </div>
    <h2 class="label" data-id="label">Price</h2>
    <div class="range" data-id="price_range" role="slider" aria-label="Price from 19 to 129 pounds">
      <i></i><b></b><b></b>
    </div>
    <p class="quiet limits" data-id="price_limits">£ 19 to £ 129</p>`,
});

const SEARCHES: Readonly<
  Record<string, { readonly words: readonly string[]; readonly hits: readonly string[] }>
> = {
  lamp: { words: ['desk lamp'], hits: ['halo', 'clip', 'ember', 'fjord'] },
  mug: { words: ['tern mug'], hits: ['mug', 'teapot'] },
  blanket: { words: ['wool blanket', 'brindle'], hits: ['blanket', 'cushion'] },
};

const search: Page = ({ words = '' }) => {
  const known = SEARCHES[words];
  const texts = Object.entries(SEARCHES).flatMap(([id, one]) =>
    one.words.map((word): [string, Target] => [word, to('shop.search', { words: id })]),
  );
  return {
    title: 'Search the shop',
    activity: '.SearchActivity',
    keyboard: { layout: 'text', action: 'search' },
    body: html`<header class="bar ask">
        ${tool('back', 'Navigate up', to('shop.home'), 'navigate_up')}
        ${field({
          id: 'search_field',
          hint: 'What are you looking for?',
          value: known?.words[0] ?? '',
          texts: Object.fromEntries(texts),
          ...(known === undefined ? {} : { submit: to('shop.results', { words }) }),
        })}
      </header>
      ${
        known === undefined
          ? html`<h2 class="label" data-id="label">Often searched</h2>
              <div class="choices">
                ${['candles', 'vase', 'doormat'].map((word) => html`<span class="chip" data-id="hot_word">${word}</span>`)}
              </div>`
          : html`<div class="row slim guess" data-id="suggestion" ${tap(to('shop.results', { words }))}>
              ${icon('search')}<span data-id="suggestion_text">${known.words[0]}</span>
            </div>`
      }`,
  };
};

const results: Page = ({ words = '' }) => {
  const known = SEARCHES[words];
  return {
    title: `Results for ${known?.words[0]}`,
    activity: '.ResultsActivity',
    body: html`<header class="bar">
        ${tool('back', 'Navigate up', to('shop.home'), 'navigate_up')}
        <div class="asked" data-id="query_box" ${tap(to('shop.search'))}>
          ${icon('search')}<span data-id="query_text">${known?.words[0]}</span>
        </div>
      </header>
      <p class="quiet count" data-id="result_count">${known?.hits.length} products</p>
      <div class="scroll" data-scroll data-id="result_list">
        ${(known?.hits ?? []).map(productOf).map(
          (product) =>
            html`<div class="hit" data-id="result" ${tap(to('shop.product', { of: product.id }))}>
              <div class="shot" data-skip style="background:${product.backdrop}">${product.picture}</div>
              <div class="words">
                <span class="strong" data-id="product_name">${product.name}</span>
                <p class="quiet" data-id="product_kind">${product.kind}</p>
                <b data-id="product_price">${priceText(product.price)}</b>
              </div>
            </div>`,
        )}
      </div>`,
  };
};

const product: Page = ({ of = '', colour = '', done = '' }) => {
  const one = productOf(of);
  const isMug = of === 'mug';
  const variant = isMug ? (colour === '' ? 'sand' : 'blue') : '';
  const wished = done === 'wished';
  const item = isMug ? `mug-${variant}` : of;
  const here = (next: string): Target => to('shop.product', { of, colour, done: next });
  return {
    title: one.name,
    activity: '.ProductActivity',
    body: html`<div class="stage" style="background:${one.backdrop}">
        <header class="bar">
          ${tool('back', 'Navigate up', to('shop.home'), 'navigate_up')}<span class="space"></span>
          ${tool('share', 'Share', isMug ? to('share.sheet', { what: 'mug' }) : null)}
          ${tool('cart', 'Cart', to('shop.cart'))}
        </header>
        <div class="still" data-id="product_image" aria-label="Picture of ${one.name}">
          ${isMug ? MUG_COLOURS[variant as 'sand' | 'blue'].picture : one.picture}
        </div>
      </div>
      <div class="title-line">
        <h1 data-id="product_name">${one.name}</h1>
        ${
          one.wishable === true
            ? html`<button
                class="tool ${wished ? 'red' : ''}"
                data-id="wish_button"
                aria-label="${wished ? 'Remove from wish list' : 'Add to wish list'}"
                aria-selected="${wished ? 'true' : 'false'}"
                ${tap(here(wished ? '' : 'wished'))}
              >
                ${icon(wished ? 'hearted' : 'heart')}
              </button>`
            : null
        }
      </div>
      <b class="price" data-id="product_price">${priceText(one.price)}</b>
      <p class="about" data-id="product_about">${one.about}</p>
      ${
        isMug
          ? html`<div class="swatches" data-id="colour_picker">
              <span class="quiet" data-id="colour_name"
                >Colour: ${MUG_COLOURS[variant as 'sand' | 'blue'].name}</span
              >
              ${(['sand', 'blue'] as const).map(
                (id) =>
                  html`<i
                    class="swatch"
                    role="radio"
                    data-id="colour_${id}"
                    aria-label="${MUG_COLOURS[id].name}"
                    aria-checked="${id === variant ? 'true' : 'false'}"
                    style="background:${MUG_COLOURS[id].colour}"
                    ${id === variant ? null : tap(to('shop.product', { of, colour: id === 'sand' ? '' : id }))}
                  ></i>`,
              )}
            </div>`
          : null
      }
      <span class="space"></span>
      ${wished ? html`<div class="notice" data-id="snackbar" ${tap(to('shop.wishes', { added: of }))}><span data-id="snackbar_text">Saved to your wish list</span><b data-id="snackbar_action">View</b></div>` : null}
      ${
        one.soldOut === true
          ? html`<div class="buy">
              <button class="button" data-id="sold_out" aria-disabled="true">Sold out</button>
            </div>`
          : done === 'carted'
            ? html`<div class="buy carted">
                <span class="good" data-id="cart_state">In your cart</span
                ><button class="button" data-id="view_cart" ${tap(to('shop.cart', { with: item }))}>
                  View cart
                </button>
              </div>`
            : html`<div class="buy">
                <button class="button plain" data-id="add_to_cart" ${tap(here('carted'))}>Add to cart</button>
                ${isMug ? html`<button class="button" data-id="buy_now" ${tap(to('shop.checkout', { item }))}>Buy now</button>` : null}
              </div>`
      }`,
  };
};

/** What is wished for, the latest first. */
const wished = (added: string, state: State): string[] => [
  added,
  ...toldOf(state, 'wishes')
    .filter((id) => id !== added)
    .toReversed(),
];

const wishes: Page = ({ added = '', ...state }) => ({
  title: 'Wish list',
  activity: '.WishListActivity',
  body: html`<header class="bar"><h1 data-id="toolbar_title">Wish list</h1></header>
    ${
      added === ''
        ? html`<div class="center void">
              <div class="disc big">${icon('heart')}</div>
              <p data-id="empty_text">Nothing here yet. Tap the heart of something you like.</p>
            </div>
            <span class="space"></span>`
        : html`${wished(added, state).map(
              (id) =>
                html`<div
                  class="wish card"
                  data-id="wish"
                  ${tap(to('shop.product', { of: id, done: 'wished' }))}
                >
                  <div class="shot" data-skip style="background:${productOf(id).backdrop}">
                    ${productOf(id).picture}
                  </div>
                  <div class="words">
                    <span class="strong" data-id="product_name">${productOf(id).name}</span>
                    <p data-id="product_price">${priceText(productOf(id).price)}</p>
                  </div>
                </div>`,
            )} <span class="space"></span>`
    }
    ${tabs('wishes')}`,
});

/** Shop: categories with sorting and filters, search, products, wish list, cart and checkout. */
export const shop: MiniApp = {
  id: 'shop',
  name: 'Shop',
  aliases: ['Harbour Goods', 'Store', '商店', '购物', '商城'],
  package: 'com.pocket.shop',
  entry: to('shop.splash'),
  icon: icon('shop'),
  colours: ['#1d6f6a', '#ffffff'],
  pages: {
    'shop.splash': splash,
    'shop.home': home,
    'shop.category': category,
    'shop.sort': sort,
    'shop.filter': filter,
    'shop.search': search,
    'shop.results': results,
    'shop.product': product,
    'shop.wishes': wishes,
    'shop.cart': cart(tabs),
    'shop.checkout': checkout,
    'shop.payment': payment,
    'shop.placed': placed,
  },
};
