import { describe, expect, it } from 'vitest';
import { namedThings } from './named-things.js';

describe('namedThings', () => {
  it.each([
    ['Put “Oat milk” on my groceries list in the notes.', ['Oat milk']],
    ['Save a new contact: Iris Penn, phone number 555-0148.', ['555-0148', 'Iris Penn']],
    ['Set an alarm for 6:45 on weekdays.', ['6:45']],
    [
      'Join the Wi-Fi network “Harbor Cafe”. Its password is tidepool9.',
      ['Harbor Cafe', 'tidepool9', 'Wi-Fi'],
    ],
    ['Show Mira the Tern mug: send it to her from the shop.', ['Mira', 'Tern']],
    ['Open Maps on Friday, in October.', []],
    ['Tomas has proposed dinner.', []],
    ['Task 13: follow a guide with more than 100 followers, code 7305.', ['7305']],
    ['小红书搜索ai agent，说“可以看看”，买 OPPO k13', ['可以看看', 'k13', 'OPPO']],
    ['', []],
  ])('of %j are %j', (instruction, names) => {
    expect(namedThings(instruction, ['Maps'])).toEqual(names);
  });
});
