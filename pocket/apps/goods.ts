import { Html } from '../html.js';

export type CategoryId = 'lighting' | 'kitchen' | 'textiles';

/** Something the shop sells. */
export interface Product {
  readonly id: string;
  readonly name: string;
  readonly kind: string;
  readonly category: CategoryId;
  /** Pounds. */
  readonly price: number;
  readonly backdrop: string;
  readonly picture: Html;
  readonly about: string;
  readonly soldOut?: boolean;
  /** Can be put on the wish list. */
  readonly wishable?: boolean;
}

const draw = (content: string): Html => new Html(`<svg viewBox="0 0 100 100">${content}</svg>`);

const mug = (colour: string): Html =>
  draw(
    `<path d="M66 42h12a10 10 0 0 1 0 26H66" fill="none" stroke="${colour}" stroke-width="6"/><path d="M26 32h42v40a10 10 0 0 1-10 10H36a10 10 0 0 1-10-10z" fill="${colour}"/><ellipse cx="47" cy="32" rx="21" ry="5" fill="#ffffff66"/>`,
  );

/** The mug in each of its colours. */
export const MUG_COLOURS = {
  sand: { name: 'Sand', colour: '#d8b98a', picture: mug('#d8b98a') },
  blue: { name: 'Blue', colour: '#3d65a8', picture: mug('#3d65a8') },
} as const;

/** What the shop sells, in the order its pages list it. */
export const PRODUCTS: readonly Product[] = [
  {
    id: 'halo',
    name: 'Halo desk lamp',
    kind: 'Desk lamp',
    category: 'lighting',
    price: 54,
    backdrop: '#f3ead9',
    about: 'A ring of warm light on a steel foot.',
    picture: draw(
      '<circle cx="50" cy="38" r="22" fill="none" stroke="#d99a2b" stroke-width="7"/><path d="M50 60v24" stroke="#4a4f5a" stroke-width="5"/><rect x="32" y="82" width="36" height="7" rx="3" fill="#4a4f5a"/>',
    ),
  },
  {
    id: 'fjord',
    name: 'Fjord floor lamp',
    kind: 'Floor lamp',
    category: 'lighting',
    price: 129,
    backdrop: '#e2e8ee',
    about: 'Linen shade, oak stem, one metre sixty.',
    soldOut: true,
    picture: draw(
      '<path d="M34 12h32l8 28H26z" fill="#d9c9ac"/><path d="M50 40v48" stroke="#8a6a42" stroke-width="4"/><rect x="34" y="88" width="32" height="5" rx="2" fill="#8a6a42"/>',
    ),
  },
  {
    id: 'clip',
    name: 'Clip reading light',
    kind: 'Clip light',
    category: 'lighting',
    price: 19,
    backdrop: '#e9e4f5',
    about: 'Clips to a book or a shelf. Not for the desk.',
    picture: draw(
      '<path d="M30 78h22" stroke="#6a5a9c" stroke-width="9" stroke-linecap="round"/><path d="M44 74C40 50 52 44 62 40" fill="none" stroke="#6a5a9c" stroke-width="4"/><path d="M56 30l20 8-10 14-16-6z" fill="#8d7cc4"/>',
    ),
  },
  {
    id: 'ember',
    name: 'Ember desk lamp',
    kind: 'Desk lamp',
    category: 'lighting',
    price: 39,
    backdrop: '#f8e1d6',
    about: 'A small red lamp with a bendable neck.',
    picture: draw(
      '<path d="M38 82C36 60 40 44 58 36" fill="none" stroke="#4a4f5a" stroke-width="4"/><path d="M48 28l30 2-6 22-26-8z" fill="#d2492f"/><rect x="24" y="82" width="32" height="7" rx="3" fill="#d2492f"/>',
    ),
  },
  {
    id: 'mug',
    name: 'Tern mug',
    kind: 'Mug',
    category: 'kitchen',
    price: 14,
    backdrop: '#eef1f4',
    about: 'Stoneware, 350 ml, with a tern under the handle.',
    picture: MUG_COLOURS.sand.picture,
  },
  {
    id: 'teapot',
    name: 'Loon teapot',
    kind: 'Teapot',
    category: 'kitchen',
    price: 48,
    backdrop: '#e6e2da',
    about: 'Cast iron, keeps the tea hot for an hour.',
    soldOut: true,
    picture: draw(
      '<path d="M24 56a26 22 0 0 1 52 0c0 16-10 24-26 24S24 72 24 56z" fill="#44505c"/><path d="M76 54l14-10M30 40C34 20 66 20 70 40" fill="none" stroke="#44505c" stroke-width="5"/><circle cx="50" cy="32" r="4" fill="#2f3841"/>',
    ),
  },
  {
    id: 'blanket',
    name: 'Brindle wool blanket',
    kind: 'Blanket',
    category: 'textiles',
    price: 72,
    backdrop: '#efe6e0',
    about: 'Woven from two kinds of wool, 130 × 180 cm.',
    wishable: true,
    picture: draw(
      '<rect x="20" y="28" width="60" height="46" rx="6" fill="#b08a72"/><path d="M20 40h60M20 52h60M20 64h60" stroke="#8d6a54" stroke-width="3"/><path d="M24 74v8M34 74v8M44 74v8M54 74v8M64 74v8M74 74v8" stroke="#b08a72" stroke-width="3"/>',
    ),
  },
  {
    id: 'cushion',
    name: 'Moss cushion',
    kind: 'Cushion',
    category: 'textiles',
    price: 24,
    backdrop: '#e4ecd8',
    about: 'Velvet, soft as a forest floor.',
    soldOut: true,
    wishable: true,
    picture: draw(
      '<path d="M22 26q28 8 56 0-8 24 0 50-28-8-56 0 8-26 0-50z" fill="#7c9a4f"/><circle cx="50" cy="50" r="4" fill="#5d7a36"/>',
    ),
  },
];

/** @throws {Error} when the shop does not sell it. */
export function productOf(id: string): Product {
  const product = PRODUCTS.find((one) => one.id === id);
  if (product === undefined) throw new Error(`the shop has no ${id}`);
  return product;
}

/** A price as the shop writes it. */
export function priceText(pounds: number): string {
  return `£ ${pounds.toFixed(2)}`;
}
