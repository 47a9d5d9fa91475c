import { describe, expect, it } from 'vitest';
import { findApp } from './live-app.js';

const shop = { name: 'Shop', aliases: ['商店'], package: 'org.example.shop', url: 'http://x/' };
const mail = { name: 'Mail', package: 'org.example.mail', url: 'http://y/' };

describe('findApp', () => {
  it.each([
    ['Shop', shop],
    [' shop ', shop],
    ['商店', shop],
    ['org.example.MAIL', mail],
    ['', null],
    ['example', null],
  ])('finds by name, alias and package: %j', (name, expected) => {
    expect(findApp([shop, mail], name)).toBe(expected);
  });
});
