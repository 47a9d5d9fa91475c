import type { GoalPlan } from './question-plan.js';

/** Which end does what an instruction asks for: the others are another choice, a step too few, or something else. */
export const GOAL_QUESTIONS: readonly GoalPlan[] = [
  {
    id: 'dark-theme',
    task: 'dark-theme',
    right: ['The theme page is open and “Dark” is chosen.', 'settings.theme~dark'],
    wrong: [
      ['The theme page is open and “Light” is chosen.', 'settings.theme'],
      ['“Do not disturb” is switched on.', 'settings.dnd~on'],
      ['The battery saver is switched on.', 'settings.battery~on'],
    ],
  },
  {
    id: 'screen-timeout',
    task: 'screen-timeout',
    right: ['Five minutes are chosen as screen timeout.', 'settings.timeout~m5'],
    wrong: [
      ['Ten minutes are chosen as screen timeout.', 'settings.timeout~m10'],
      ['The list of timeouts is open and two minutes are still chosen.', 'settings.timeout'],
      ['A timer of ten minutes is running in the clock.', 'clock.timer~10.on'],
    ],
  },
  {
    id: 'harbor-cafe',
    task: 'join-harbor-cafe',
    right: ['The phone is connected to Harbor Cafe.', 'settings.network~harbor'],
    wrong: [
      [
        'The password of Harbor Cafe is typed, and nobody has pressed Connect.',
        'settings.password~harbor.typed',
      ],
      ['The phone is connected to Tram Free Wi-Fi.', 'settings.network~tram'],
      ['The phone is connected to Skerry Cabin.', 'settings.network~cabin'],
    ],
  },
  {
    id: 'earbuds',
    task: 'earbuds',
    right: ['Bluetooth is on and the Fern Buds are connected.', 'settings.bluetooth~buds.on'],
    wrong: [
      ['Bluetooth is on and no device is connected.', 'settings.bluetooth~on'],
      ['Bluetooth is on and the Kitchen Speaker is connected.', 'settings.bluetooth~speaker.on'],
      ['The page about sound and vibration is open.', 'settings.sound'],
    ],
  },
  {
    id: 'weekday-alarm',
    task: 'weekday-alarm',
    right: ['The list of alarms has 06:45 on weekdays.', 'clock.alarms~early.week'],
    wrong: [
      ['The list of alarms has 06:45 once.', 'clock.alarms~early.once'],
      ['The list of alarms has a new one at 08:00 on weekdays.', 'clock.alarms~eight.week'],
      ['The form says 06:45 on weekdays and is not saved.', 'clock.alarm~week.early'],
    ],
  },
  {
    id: 'lisbon',
    task: 'lisbon-clock',
    right: ['The world clock lists Lisbon.', 'clock.world~lisbon'],
    wrong: [
      ['The world clock lists Lima.', 'clock.world~lima'],
      ['Lisbon is found among the cities and not added.', 'clock.find~lisbon'],
      ['The world clock is open as it was before.', 'clock.world'],
    ],
  },
  {
    id: 'ten-minutes',
    task: 'ten-minute-timer',
    right: ['A timer of ten minutes is running.', 'clock.timer~10.on'],
    wrong: [
      ['Ten minutes are chosen and the timer stands still.', 'clock.timer~10'],
      ['A timer of twenty minutes is running.', 'clock.timer~20.on'],
      ['Ten minutes are chosen as screen timeout.', 'settings.timeout~m10'],
    ],
  },
  {
    id: 'blue-mug',
    task: 'order-blue-mug',
    right: ['A blue Tern mug is ordered and paid for with the gift card.', 'shop.placed~mug-blue.gift'],
    wrong: [
      ['A mug the colour of sand is ordered and paid for with the gift card.', 'shop.placed~mug-sand.gift'],
      ['A blue Tern mug is ordered and paid for with the bank card.', 'shop.placed~mug-blue'],
      ['The gift card is chosen for a blue mug, and nothing is ordered yet.', 'shop.checkout~mug-blue.gift'],
    ],
  },
  {
    id: 'wool-blanket',
    task: 'wish-blanket',
    right: ['The Brindle wool blanket is on the wish list.', 'shop.product~wished.blanket'],
    wrong: [
      ['The Brindle wool blanket is in the cart.', 'shop.product~carted.blanket'],
      ['The Moss cushion is on the wish list.', 'shop.product~wished.cushion'],
      ['The page of the Brindle wool blanket is open, nothing else.', 'shop.product~blanket'],
    ],
  },
  {
    id: 'reply-to-pia',
    task: 'answer-dentist',
    right: ['An answer to Pia Lorne is sent.', 'mail.sent~pia'],
    wrong: [
      ['An answer to Pia Lorne is written and waits to be sent.', 'mail.reply~pia.typed'],
      ['A mail to Otto Brandt is sent.', 'mail.sent~otto'],
      ['A new, empty mail to Pia Lorne is open.', 'mail.compose~pia'],
    ],
  },
  {
    id: 'library-mail',
    task: 'archive-library',
    right: ['The mail of the library has left the inbox for the archive.', 'mail.inbox~library'],
    wrong: [
      ['The offers of the shop have left the inbox for the archive.', 'mail.inbox~offers'],
      ['The mail of the library is selected in the inbox.', 'mail.selected~library'],
      ['The mail of the library is open.', 'mail.message~library'],
    ],
  },
  {
    id: 'book-club',
    task: 'cancel-book-club',
    right: ['Saturday is shown without the book club.', 'calendar.month~17.book'],
    wrong: [
      ['The calendar asks whether to delete the book club.', 'calendar.delete~book'],
      ['The page of the book club is open.', 'calendar.event~book'],
      ['Saturday is shown with the book club.', 'calendar.month~17'],
    ],
  },
  {
    id: 'call-otto',
    task: 'call-otto-event',
    right: ['The event “Call Otto” is saved.', 'calendar.event~callotto'],
    wrong: [
      ['Title, day and time of “Call Otto” are filled in and not saved.', 'calendar.edit~16.callotto.timed'],
      ['A new event has the title “Call Otto” and nothing more.', 'calendar.edit~callotto'],
      ['The page of the concert is open.', 'calendar.event~concert'],
    ],
  },
  {
    id: 'groceries',
    task: 'oat-milk',
    right: ['The note “Groceries” lists oat milk.', 'notes.note~groceries.added'],
    wrong: [
      ['Oat milk is typed into the field of “Groceries” and not added.', 'notes.note~groceries.typed'],
      ['The note “Groceries” is open as it was before.', 'notes.note~groceries'],
      ['The note “Packing list” is open.', 'notes.note~packing'],
    ],
  },
  {
    id: 'pottery',
    task: 'follow-clay',
    right: ['The profile of Clay & Cove says that you follow it.', 'kite.profile~followed.clay'],
    wrong: [
      ['The profile of Clay & Cove is open, and you do not follow it.', 'kite.profile~clay'],
      ['The profile of the Old Mill Theatre says that you follow it.', 'kite.profile~followed.mill'],
      ['The post about the kiln is liked.', 'kite.post~liked.kiln'],
    ],
  },
  {
    id: 'lantern-post',
    task: 'save-lanterns',
    right: ['The post about the lanterns is saved.', 'kite.post~saved.lanterns'],
    wrong: [
      ['The post about the lanterns is liked.', 'kite.post~liked.lanterns'],
      ['The post about the lanterns is about to be shared.', 'share.sheet~lanterns'],
      ['The post about the lanterns is open.', 'kite.post~lanterns'],
    ],
  },
  {
    id: 'bakery-list',
    task: 'save-bakery',
    right: ['Saffron Bakery is on the list “Want to go”.', 'maps.place~bakery.want'],
    wrong: [
      ['Saffron Bakery is on the list “Favourites”.', 'maps.place~bakery.fav'],
      ['Crumb & Co is on the list “Want to go”.', 'maps.place~crumb.want'],
      ['Maps asks on which list Saffron Bakery should be.', 'maps.save~bakery'],
    ],
  },
  {
    id: 'quiet-hikers',
    task: 'mute-hikers',
    right: ['The group Sunday Hikers is muted.', 'messages.group~muted'],
    wrong: [
      ['The page about Sunday Hikers is open, and the group is not muted.', 'messages.group'],
      ['The conversation of Sunday Hikers is open.', 'messages.thread~hikers'],
      ['The options of Sunday Hikers are shown.', 'messages.menu~hikers'],
    ],
  },
  {
    id: 'late',
    task: 'late-noor',
    right: ['Noor was sent the message.', 'messages.thread~sent.noor'],
    wrong: [
      ['The message to Noor is typed and waits to be sent.', 'messages.thread~typed.noor'],
      ['Tomas was sent a message.', 'messages.thread~sent.tomas'],
      ['The conversation with Noor is open and its field is empty.', 'messages.thread~focus.noor'],
    ],
  },
  {
    id: 'favourite',
    task: 'favourite-noor',
    right: ['Noor Hadley is among the favourites.', 'contacts.person~star.noor'],
    wrong: [
      ['Tomas Quill is among the favourites.', 'contacts.person~star.tomas'],
      ['The page of Noor Hadley is open, nothing else.', 'contacts.person~noor'],
      ['The page of Mira Solberg is open.', 'contacts.person~mira'],
    ],
  },
  {
    id: 'iris',
    task: 'new-contact',
    right: ['Iris Penn is saved as a contact with her number.', 'contacts.person~iris'],
    wrong: [
      ['The form has name and number of Iris Penn and is not saved.', 'contacts.edit~full.iris'],
      ['The form has the name of Iris Penn and no number.', 'contacts.edit~iris'],
      ['Saffron Bakery is saved as a contact.', 'contacts.business~bakery'],
    ],
  },
  {
    id: 'walk',
    task: 'walk-to-mira',
    right: ['The way to 14 Juniper Lane on foot is shown.', 'maps.route~mira.walk'],
    wrong: [
      ['The way to 14 Juniper Lane by public transport is shown.', 'maps.route~mira.bus'],
      ['The way to the Old Mill Theatre on foot is shown.', 'maps.route~mill.walk'],
      ['14 Juniper Lane is shown on the map.', 'maps.place~mira'],
    ],
  },
  {
    id: 'lanterns-for-lin',
    task: 'lanterns-to-lin',
    right: ['Lin was sent the post about the lanterns.', 'share.sheet~lin.lanterns'],
    wrong: [
      ['Mira was sent the post about the lanterns.', 'share.sheet~mira.lanterns'],
      ['Lin was sent the Tern mug from the shop.', 'share.sheet~lin.mug'],
      ['The post about the lanterns is saved.', 'kite.post~saved.lanterns'],
    ],
  },
  {
    id: 'theatre-by-bus',
    task: 'concert-by-transit',
    right: ['The way to the Old Mill Theatre by public transport is shown.', 'maps.route~mill.bus'],
    wrong: [
      ['The way to the Old Mill Theatre on foot is shown.', 'maps.route~mill.walk'],
      ['The way to Saffron Bakery by public transport is shown.', 'maps.route~bakery.bus'],
      ['The page of the concert is open in the calendar.', 'calendar.event~concert'],
    ],
  },
];
