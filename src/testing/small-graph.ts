import type { GraphSource } from '../domain/graph/graph-source.js';

/**
 * A phone of 100 × 200 pixels with two apps, small enough to follow by eye and with one of everything: overlapping areas,
 * a text field with and without ENTER, two entries of an app, a splash screen that times out, a list with two pictures,
 * a swipe that counts only in its lower half, a dead end.
 */
export function smallGraph(): GraphSource {
  return {
    name: 'small',
    screenSize: { width: 100, height: 200 },
    root: 'home',
    launcher: {
      apps: [
        { name: 'Notes', aliases: ['Memo', 'com.example.notes'], entries: ['notes'] },
        { name: 'Shop', entries: ['splash', 'shop'] },
        { name: 'Broken', entries: [] },
      ],
      icons: [
        { app: 'Notes', box: [0, 0, 20, 20] },
        { app: 'Broken', box: [80, 0, 99, 20] },
      ],
    },
    nodes: [
      { id: 'home', title: 'Home screen' },
      {
        id: 'notes',
        screens: [{ id: 'notes-morning' }, { id: 'notes-evening' }],
        edges: [
          { to: 'editor', actions: [{ type: 'click', box: [0, 100, 50, 150] }] },
          { to: 'search', actions: [{ type: 'click', box: [40, 100, 99, 150] }] },
          { to: 'menu', actions: [{ type: 'long_press', point: [50, 50] }] },
          { to: 'archive', actions: [{ type: 'swipe', direction: 'up', box: [0, 100, 99, 199] }] },
        ],
      },
      { id: 'editor', edges: [{ to: 'notes', actions: [{ type: 'key', key: 'BACK' }] }] },
      {
        id: 'search',
        edges: [
          { to: 'results', actions: [{ type: 'key', key: 'KEYCODE_ENTER' }] },
          { to: 'typed', actions: [{ type: 'type', text: 'shopping list' }] },
        ],
      },
      { id: 'typed', edges: [{ to: 'results', actions: [{ type: 'key', key: 'ENTER' }] }] },
      { id: 'results', edges: [{ to: 'editor', actions: [{ type: 'click', point: [50, 50] }] }] },
      { id: 'menu' },
      { id: 'archive', edges: [{ to: 'notes', actions: [{ type: 'swipe', direction: 'down' }] }] },
      {
        id: 'splash',
        edges: [
          { to: 'shop', actions: [{ type: 'wait' }] },
          { to: 'advert', actions: [{ type: 'wait' }, { type: 'click', box: [0, 0, 99, 99] }] },
        ],
      },
      { id: 'advert', edges: [{ to: 'shop', actions: [{ type: 'click', box: [90, 0, 99, 10] }] }] },
      { id: 'shop' },
    ],
  };
}
